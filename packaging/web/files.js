// The player's files lie in the browser's own store, which takes them whenever the game has made sure that one is
// written, and before the page goes.
if (!Module['ENVIRONMENT_IS_PTHREAD']) {
  const home = '/home/web_user';
  const pause = 300; // ms, so that files that belong together go together
  let due = 0;
  let isGoing = false;

  const store = () => {
    due = 0;
    if (isGoing) return storeSoon();
    isGoing = true;
    FS.syncfs(false, (error) => {
      isGoing = false;
      Module['stored'](error);
    });
  };
  const storeSoon = () => { if (!due) due = setTimeout(store, pause); };

  (Module['preRun'] = Module['preRun'] || []).push(() => {
    FS.mount(IDBFS, {}, home);
    addRunDependency('files');
    FS.syncfs(true, (error) => {
      if (error) Module['stored'](error);
      removeRunDependency('files');
    });
    MEMFS.ops_table.file.stream.fsync = () => { storeSoon(); return 0; };
    document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') store(); });
  });
}
