/** An address to which no connection comes about and from which no refusal comes, as behind a firewall that drops packets. */
import { spawn } from 'node:child_process';
import net from 'node:net';
import type { Proxy } from './proxy.ts';

const listener = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(String(server.address().port)));
  process.stdin.resume().on('end', () => process.exit());
`;

/** A process that is stopped accepts nothing; once its queue is full, the system drops what comes. */
export async function blackHole(proxy: Proxy): Promise<string> {
  const child = spawn(process.execPath, ['-e', listener], { stdio: ['pipe', 'pipe', 'ignore'] });
  const port = await new Promise<number>(resolve =>
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
  );
  child.kill('SIGSTOP');
  const waiting: net.Socket[] = [];
  for (let full = false; !full && waiting.length < 16;) full = !(await connects(port, waiting));
  proxy.onClose(() => {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
  });
  return `http://127.0.0.1:${port}`;
}

const connects = (port: number, waiting: net.Socket[]): Promise<boolean> =>
  new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1');
    waiting.push(socket);
    const timer = setTimeout(() => resolve(false), 300);
    socket
      .on('error', () => {})
      .once('connect', () => {
        clearTimeout(timer);
        resolve(true);
      });
  });
