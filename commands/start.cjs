#!/usr/bin/env node
// Uses only syntax that every Node can parse, so that an old Node gets to the message that it is too old.
// Ends with 3 if a command cannot start or breaks off, because 1 means that something failed.
'use strict';
var fs = require('fs');
var nodeModule = require('module');
var path = require('path');

var root = path.join(__dirname, '..');
var isClone = fs.existsSync(path.join(__dirname, 'gv.ts'));
var howToInstall = isClone
  ? 'run npm ci in ' + root + ', then this command again'
  : 'install the package again';

/** Writes a sentence, and ends the process. */
function stop(sentence) {
  // Writes synchronously, because the process ends before a pipe is flushed.
  fs.writeSync(2, sentence + '\n');
  process.exit(3);
}

/** Returns true if this Node is in a range like ^20.19.0 or >=22.12.0. */
function isIn(range) {
  var found = /(\^|>=)(\d+)\.(\d+)/.exec(range);
  var node = process.versions.node.split('.').map(Number);
  if (node[0] === Number(found[2])) return node[1] >= Number(found[3]);
  return found[1] === '>=' && node[0] > Number(found[2]);
}

process.on('uncaughtException', function (error) {
  var isMissing = error && /^(ERR_)?MODULE_NOT_FOUND$/.test(error.code);
  if (isMissing && /'tsx'/.test(error.message))
    stop('The suite is not installed yet. To install it, ' + howToInstall + '.');
  if (isMissing || error instanceof SyntaxError || (error && error.name === 'TransformError'))
    stop(
      'The installation is damaged (' +
        error.message.split('\n')[0] +
        '). To repair it, ' +
        howToInstall +
        '.',
    );
  stop('The suite broke off: ' + ((error && error.stack) || error));
});

var engines = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).engines.node;
if (!engines.split('||').some(isIn))
  stop(
    'Node ' + process.versions.node + ' cannot run the suite, which needs Node ' + engines + '.',
  );

if (isClone && root.indexOf('?') >= 0)
  stop(
    'Modules of TypeScript cannot be loaded from ' +
      root +
      '. Rename the folder that has a ? in its name.',
  );
/**
 * Returns a folder below the installation that only this user can write to, or undefined if there is none. Who can write there can run
 * code with all keys. `harness/private-cache.ts` looks closer, but cannot be loaded yet.
 */
function privateFolder(name) {
  var caches = path.join(root, '.cache');
  var folder = path.join(caches, name);
  try {
    var user = process.geteuid();
    fs.mkdirSync(folder, { recursive: true, mode: 448 }); // 0700
    return [caches, folder].every(function (each) {
      var found = fs.lstatSync(each);
      return found.isDirectory() && found.uid === user && (found.mode & 18) === 0; // 0022
    })
      ? folder
      : undefined;
  } catch {
    // The installation is read-only, or the system has no owners.
    return undefined;
  }
}

/** Runs the command line. Without an exit code, because the process has nothing more to wait for, it ends with 3. */
function run(gv) {
  process.exitCode = 3;
  return gv.main(process.argv.slice(2)).then(function (code) {
    process.exitCode = code;
  });
}

var code = privateFolder('code');
// Node has it from 22.1 on.
if (code && nodeModule.enableCompileCache) nodeModule.enableCompileCache(code);

/** Loads tsx. It keeps what it compiled in a folder with a fixed name in the temporary directory, where another user could put code. */
function loadTsx() {
  var temporary = process.env.TMPDIR;
  var compiled = privateFolder('tsx');
  if (compiled) process.env.TMPDIR = compiled;
  else process.env.TSX_DISABLE_CACHE = '1';
  // tsx would read the tsconfig.json of the working folder, whose paths can replace any module.
  process.env.TSX_TSCONFIG_PATH = path.join(root, 'tsconfig.json');
  return import('tsx/esm').then(function () {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  });
}

if (isClone)
  void loadTsx()
    .then(function () {
      return import('./gv.ts');
    })
    .then(run);
else void import('./gv.js').then(run);
