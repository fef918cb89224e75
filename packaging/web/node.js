// Before the program under node.
if (typeof process === 'object') {
  // The way in which the program loads itself takes node's own fetch for a browser's.
  delete globalThis.fetch;
  const folder = typeof __dirname === 'string' ? __dirname : undefined; // undefined: a thread of it
  Module.preRun = () => Object.assign(ENV, process.env, {QUICKSAND_PROGRAM_FOLDER: folder});
}
