// The page around the game: loads it, and carries files, links and pictures in and out.
'use strict';

const kMostThreads = 8;             // of the solver
const kMostLinkLetters = 30000;     // what all browsers and most chats take
const kMostLinkBytes = 64 << 20;    // of a scene that a link may unpack to
const kBytes = {/*BYTES*/};         // of each file that is loaded, for the progress bar; tools/web fills them in

const element = (id) => document.getElementById(id);
const canvas = element('canvas');

// ---- What the player reads.

let noteEnds = 0;
function note(text) {
  const shown = element('note').hidden ? '' : `${element('note').textContent}\n`;
  if (!shown.includes(text)) element('note').textContent = shown + text;
  element('note').hidden = false;
  clearTimeout(noteEnds);
  noteEnds = setTimeout(() => { element('note').hidden = true; }, 8000);
}

function cover(text) {
  element('words').textContent = text;
  element('progress').hidden = true;
  element('cover').hidden = false;
  for (const button of document.querySelectorAll('header button')) button.disabled = true;
}

function uncover() {
  element('cover').hidden = true;
  for (const button of document.querySelectorAll('header button')) button.disabled = false;
  canvas.focus();
}

// ---- Whether the game can run here.

function whyNot() {
  // A function that takes the all-true of a vector.
  const simd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(simd))
    return 'This browser lacks WebAssembly SIMD, which the game needs.\nEvery browser since 2021 (Safari: 2023) has it: is yours up to date?';
  if (!document.createElement('canvas').getContext('webgl2'))
    return 'This browser gives no WebGL 2, which draws the game.\nIt may be switched off in the settings, or missing for this graphics card.';
  return '';
}

// Threads need memory that they share, and browsers give that only to pages that are sent with two headers.
const hasThreads = typeof SharedArrayBuffer === 'function' && self.crossOriginIsolated === true &&
                   !new URLSearchParams(location.search).has('single');
const folder = hasThreads ? 'threads/' : 'single/';

// ---- Loading.

const loaded = {};
function progress(file, bytes) {
  loaded[file] = bytes;
  const all = Object.values(kBytes[folder] || {}).reduce((sum, each) => sum + each, 0);
  const there = Object.values(loaded).reduce((sum, each) => sum + each, 0);
  element('progress').value = all ? Math.min(1, there / all) : 0;
}

async function fetchWithProgress(url, file) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  const parts = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    progress(file, size);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

var Module = {
  canvas,
  threads: hasThreads ? Math.max(1, Math.min(navigator.hardwareConcurrency || 1, kMostThreads)) : 1,
  locateFile: (name) => folder + name,
  print: (text) => console.log(text),
  // The waits that the compiler's library warns of are those for a tick's other threads, which run already.
  printErr: (text) => { if (!text.startsWith('Blocking on the main thread')) console.warn(text); },
  getPreloadedPackage: (name) => Module.packages[name.split('/').pop()],
  packages: {},
  arguments: [],
  setStatus: () => {},
  hasContext: true,     // WebGL's is not lost; followed by the program, as the next is
  contextLosses: 0,
  onAbort: (what) => cover(`The game has stopped: ${what}\nReload the page; your world was kept less than a minute ago.`),
  onEnd: () => cover('The game has ended. Your world is kept.\nReload the page to go on.'),
  onFirstFrame: () => {
    uncover();
    giveLinked();
    if (!hasThreads)
      note('This page runs on one thread: it is sent without the headers that let it use more (docs/web.md).');
  },
  stored: (error) => {
    if (error) note('The browser does not keep files for this page: saves and settings are lost when it closes.');
  },
  handOut, putInAddress, copyPicture, copyText,
};

async function load() {
  const reason = whyNot();
  if (reason) return cover(reason);
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();  // or it is never given back
    Module.hasContext = false;
    ++Module.contextLosses;
    cover('The graphics card was reset, and time stands still until it is there again.\n' +
          'If this stays, reload the page; your world was kept less than a minute ago.');
  });
  canvas.addEventListener('webglcontextrestored', () => {
    // It has forgotten what was asked of it, too: what the compiler's library asks of a new one.
    const card = canvas.getContext('webgl2');
    for (const name of card.getSupportedExtensions())
      if (!name.includes('lose_context') && !name.includes('debug')) card.getExtension(name);
    Module.hasContext = true;
    uncover();
  });
  try {
    const [wasm, data] = await Promise.all([fetchWithProgress(folder + 'quicksand.wasm', 'quicksand.wasm'),
                                            fetchWithProgress('quicksand.data', 'quicksand.data')]);
    Module.wasmBinary = wasm;
    Module.packages['quicksand.data'] = data.buffer;
    Module.arguments = ['--threads', String(Module.threads), ...await wantedScene()];
    const script = document.createElement('script');
    script.src = folder + 'quicksand.js';
    script.onerror = () => cover('The program cannot be loaded. Reload the page.');
    document.body.append(script);
  } catch (error) {
    cover(`The game cannot be loaded: ${error.message}`);
  }
}

// ---- Files.

const kGiven = '/tmp/given';

function give(name, bytes) {
  const safe = name.replace(/[/\0]/g, '-').slice(-120) || 'file';
  FS.mkdirTree(kGiven);
  FS.writeFile(`${kGiven}/${safe}`, bytes);
  Module.ccall('quicksand_take_file', null, ['string'], [`${kGiven}/${safe}`]);
}

async function giveFile(file) {
  const kMost = 256 << 20;
  if (file.size > kMost) return note(`${file.name} is larger than ${kMost >> 20} MB.`);
  give(file.name, new Uint8Array(await file.arrayBuffer()));
}

function handOut(path) {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(new Blob([FS.readFile(path)]));
  anchor.download = path.split('/').pop();
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60000);
}

// ---- Links: #scene=NAME names one of the game's; #scene=.TEXT is a file, deflated, in letters that addresses take.

async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new Error('it is too large');
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function toText(bytes) {
  const packed = await through(new CompressionStream('deflate-raw'), bytes, Infinity);
  let binary = '';
  for (let i = 0; i < packed.length; i += 4096) binary += String.fromCharCode(...packed.subarray(i, i + 4096));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function fromText(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return through(new DecompressionStream('deflate-raw'), Uint8Array.from(binary, (each) => each.charCodeAt(0)), kMostLinkBytes);
}

async function wantedScene() {
  const wanted = new URLSearchParams(location.hash.slice(1)).get('scene');
  if (!wanted) return [];
  if (!wanted.startsWith('.')) {
    if (/^[a-z0-9-]+$/.test(wanted)) return ['--scene', wanted];
    note('The link names no scene.');
    return [];
  }
  try {
    const bytes = await fromText(wanted.slice(1));
    Module.linked = {bytes, name: bytes[0] === 0x89 ? 'linked world.png' : 'linked world.json'};
    return [];
  } catch (error) {
    note('The world in the link is damaged: was all of it copied?');
    return [];
  }
}

function giveLinked() {
  if (Module.linked) give(Module.linked.name, Module.linked.bytes);
  delete Module.linked;
}

async function putInAddress(world, recording) {
  for (const path of [world, recording]) {
    if (!path) continue;
    const text = await toText(FS.readFile(path));
    if (text.length > kMostLinkLetters) continue;
    history.replaceState(null, '', `#scene=.${text}`);
    const kind = path === world ? 'to this world' : 'to this game from its beginning';
    try {
      await navigator.clipboard.writeText(location.href);
      note(`The link ${kind} is in the clipboard.`);
    } catch (error) {
      note(`The link ${kind} is in the page's address.`);
    }
    return;
  }
  note('This world is too large for a link: download it, or crop it.');
}

// ---- The clipboard.

// Not from what was pasted: the browser has that, and asks the player before a page writes without being told to.
let pasted = '';
function copyText(text) {
  if (text !== pasted) navigator.clipboard.writeText(text).catch(() => {});
}

function copyPicture(png) {
  navigator.clipboard.write([new ClipboardItem({'image/png': new Blob([png], {type: 'image/png'})})])
      .catch(() => note('The browser does not let the page put pictures into the clipboard.'));
}

document.addEventListener('paste', async (event) => {
  const item = [...event.clipboardData.items].find((each) => each.type === 'image/png');
  if (item) Module.pastedPicture = new Uint8Array(await item.getAsFile().arrayBuffer());
  const text = event.clipboardData.getData('text');
  if (!text || !Module.calledRun) return;
  pasted = text;
  Module.ccall('quicksand_take_text', null, ['string'], [text]);
});

// ---- The page's own controls.

element('open').onclick = () => element('file').click();
element('file').onchange = () => {
  for (const file of element('file').files) giveFile(file);
  element('file').value = '';
};
element('download').onclick = () => Module.ccall('quicksand_wish', null, ['number'], [0]);
element('link').onclick = () => Module.ccall('quicksand_wish', null, ['number'], [1]);
element('full').onclick = () => document.querySelector('main').requestFullscreen().catch(() => note('The browser does not allow full screen here.'));
for (const button of document.querySelectorAll('header button'))
  button.addEventListener('click', () => { button.blur(); canvas.focus(); });
for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  if (Module.calledRun) for (const file of event.dataTransfer.files) giveFile(file);
});
canvas.addEventListener('contextmenu', (event) => event.preventDefault());
addEventListener('hashchange', async () => {
  const [, scene] = await wantedScene();
  if (scene) Module.ccall('quicksand_take_file', null, ['string'], [scene]);
  giveLinked();
});

load();
