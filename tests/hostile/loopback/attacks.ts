import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { oddTexts } from '../mutate/values.ts';
import type { Random } from '../random.ts';
import { send, sendRaw, type Target, upgrade } from './target.ts';

/** What an attack saw that must not be; none when it was held off. */
type Found = string[];

export interface Attack {
  readonly name: string;
  run(target: Target, random: Random): Promise<{ readonly tries: number; readonly found: Found }>;
}

const dots = [
  '..',
  '%2e%2e',
  '%2E.',
  '..%2f',
  '..%5c',
  '..\\',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '..;',
  '..%00',
  '.../',
  '%uff0e%uff0e',
];
const starts = ['/', '/assets/', '//', '/./', '/index.html/', '/assets//', '/%2f'];
const wanted = [
  'canary.txt',
  'etc/passwd',
  'proc/self/environ',
  'package.json',
  'src-main/hosts/cli/bin.mjs',
  '.git/config',
  'pegboard.yaml',
];
/** The content of those files. */
const leaked =
  /as it was|root:|PB_HOSTILE_TOKEN|"devDependencies"|requirePinnedNode|\[core\]|default_loading_mode: deferred/;

const traversals: Attack = {
  name: 'paths that lead out of the pages',
  run: async (target, random) => {
    const found: Found = [];
    const tries = 1200;
    const one = async () => {
      const up = random.pick(dots);
      const between = random.pick(['/', '%2f', '%5c', '\\', '']);
      const path =
        random.pick(starts) +
        (up + between).repeat(1 + random.below(9)) +
        random.pick(wanted) +
        random.pick(['', '?x', '%00.html', '/', '::$DATA']);
      const answer = await send(target, { path });
      if (answer && (leaked.test(answer.body) || answer.status === 500)) found.push(`${path} → ${answer.status}`);
    };
    for (let left = tries; left > 0; left -= 20) await Promise.all(Array.from({ length: 20 }, one));
    return { tries, found };
  },
};

const hosts: Attack = {
  name: 'names of other hosts',
  run: async (target) => {
    const { port } = target;
    const names = [
      ...[
        'evil.example',
        `evil.example:${port}`,
        '127.0.0.1',
        '127.0.0.1:1',
        `[::1]:${port}`,
        `127.0.0.1:${port}.evil.example`,
      ],
      ...[
        `127.0.0.1:${port}@evil.example`,
        `LOCALHOST.evil:${port}`,
        '',
        `0.0.0.0:${port}`,
        `127.1:${port}`,
        `2130706433:${port}`,
      ],
      ...[`localhost:${port}, evil.example`, `0x7f000001:${port}`, `127.0.0.1:0${port}`, `localhost.:${port}`],
    ];
    const found: Found = [];
    for (const host of names) {
      const answer = await send(target, { path: '/', headers: { host } });
      if (answer && answer.status < 400) found.push(`Host ${host} → ${answer.status}`);
      // A WebSocket without a name takes that of its address.
      if (host === '') continue;
      const { socket, status } = await upgrade(target, { headers: { host } });
      if (status === 101) found.push(`WebSocket of Host ${host}`);
      socket.terminate();
    }
    const twice = await sendRaw(target, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n\r\n`);
    if (twice.startsWith('HTTP/1.1 200')) found.push('two Hosts');
    const none = await sendRaw(target, 'GET / HTTP/1.0\r\n\r\n');
    if (none.includes(' 200 ')) found.push('no Host');
    return { tries: names.length * 2 + 2, found };
  },
};

const upgrades: Attack = {
  name: 'connections of others',
  run: async (target, random) => {
    const { port, token } = target;
    const origins = [
      'null',
      'http://evil.example',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port}.evil.example`,
      'file://',
    ];
    const tokens = [
      '',
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      [...token].reverse().join(''),
      '*',
      '%',
      '__proto__',
    ];
    const offers = [
      ...origins.map((origin) => ({ headers: { origin } })),
      ...tokens.map((given) => ({ protocols: given === '' ? ['pegboard'] : ['pegboard', `token.${given}`] })),
      { protocols: [`token.${token}`] },
      { path: '/' },
      { path: '/rpc/rpc' },
      { path: '/rpc?token=' },
      ...Array.from({ length: 100 }, () => ({
        protocols: ['pegboard', `token.${Array.from({ length: 43 }, () => random.pick([...'abcXYZ019_-'])).join('')}`],
      })),
    ];
    const found: Found = [];
    for (const offer of offers) {
      const { socket, status } = await upgrade(target, offer);
      if (status === 101) found.push(`opened with ${JSON.stringify(offer)}`);
      socket.terminate();
    }
    return { tries: offers.length, found };
  },
};

const methods: Attack = {
  name: 'other methods and broken requests',
  run: async (target) => {
    const found: Found = [];
    const names = ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'CONNECT', 'LINK', 'PURGE'];
    for (const method of names) {
      const answer = method === 'CONNECT' ? null : await send(target, { path: '/', method, body: '{}' });
      if (answer && answer.status < 400) found.push(`${method} → ${answer.status}`);
    }
    const host = `Host: 127.0.0.1:${target.port}\r\n`;
    const broken = [
      'GET / HTTP/9.9\r\n\r\n',
      `GET http://evil.example/ HTTP/1.1\r\n${host}\r\n`,
      `GET /\u0000 HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(20_000)}\r\n`,
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
      `GET /rpc HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 1\r\n\r\n`,
      '\u0016\u0003\u0001\u0002\u0000',
      'x'.repeat(100_000),
    ];
    for (const bytes of broken) {
      const answer = await sendRaw(target, bytes);
      if (leaked.test(answer) || / 101 /.test(answer.slice(0, 40))) found.push(JSON.stringify(bytes.slice(0, 80)));
    }
    return { tries: names.length + broken.length, found };
  },
};

/** Frames of somebody who has the token, and no client of ours. */
const frames: Attack = {
  name: 'odd frames',
  run: async (target, random) => {
    const tries = 600;
    const found: Found = [];
    let { socket } = await upgrade(target);
    for (let n = 0; n < tries; n++) {
      if (socket.readyState !== socket.OPEN) {
        const again = await upgrade(target);
        if (again.status !== 101) found.push(`no connection after ${n} frames: ${again.status}`);
        if (again.status !== 101) break;
        socket = again.socket;
      }
      socket.send(oddFrame(random));
      // Some meet a connection that is being closed, some one that is not.
      if (n % 7 === 0) await wait(2);
    }
    socket.terminate();
    return { tries, found };
  },
};

const procedures = [
  '/catalog/list',
  '/workspace/open',
  '/config/edit',
  '/sources/importMcp',
  '/constructor',
  '/__proto__',
  '/%',
  '//',
  '',
];

function oddFrame(random: Random): string | Buffer {
  const input = random.pick<unknown>([
    null,
    {},
    [],
    { path: random.pick(oddTexts) },
    random.pick(oddTexts),
    { ['__proto__']: 1 },
  ]);
  const call = {
    u: random.pick(procedures),
    b: {
      json: input,
      meta: [
        [9, 'x'],
        [0, '__proto__'],
      ],
    },
    h: { 'content-type': random.pick(oddTexts) },
  };
  return random.pick<() => string | Buffer>([
    () => JSON.stringify({ i: random.pick(['1', 1, null, '__proto__', random.pick(oddTexts)]), p: call }),
    () =>
      JSON.stringify({
        i: '1',
        t: random.below(9),
        p: random.pick<unknown>([call, null, 'x', { e: 'message', d: call }]),
      }),
    () => random.pick(oddTexts),
    () => Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256))),
    () => `{"i":"1","p":{"u":"/catalog/get","b":{"json":${'['.repeat(20_000)}`,
    () => `{"i":"1","p":{"u":"/catalog/get","b":{"json":${'['.repeat(9000)}${']'.repeat(9000)}}}}`,
  ])();
}

const large: Attack = {
  name: 'large frames',
  run: async (target) => {
    const found: Found = [];
    const first = await upgrade(target);
    first.socket.send(Buffer.alloc(65 * 1024 * 1024));
    const [code] = (await once(first.socket, 'close')) as [number];
    if (code !== 1009) found.push(`65 MiB closed with ${code}`);
    const second = await upgrade(target);
    second.socket.send(
      JSON.stringify({ i: '1', p: { u: '/discovery/read', b: { json: { name: 'a', text: 'x'.repeat(40e6) } } } }),
    );
    await Promise.race([once(second.socket, 'message'), once(second.socket, 'close')]);
    second.socket.terminate();
    return { tries: 2, found };
  },
};

/** Connections that say nothing, and one that asks meanwhile. */
const slow: Attack = {
  name: 'slow connections',
  run: async (target) => {
    const count = 300;
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(target.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nX-');
      return socket;
    });
    const answer = await send(target, { path: '/' });
    for (const socket of sockets) socket.destroy();
    return { tries: count, found: answer?.status === 200 ? [] : [`no answer beside ${count} slow connections`] };
  },
};

/** Streams that are opened and never read. */
const watches: Attack = {
  name: 'many watches',
  run: async (target) => {
    const count = 400;
    const { socket } = await upgrade(target);
    for (let n = 0; n < count; n++) {
      const u = ['/workspace/watch', '/sources/watch', '/skills/watch', '/evaluation/watch', '/scenarios/watch'][n % 5];
      socket.send(JSON.stringify({ i: String(n), p: { u } }));
    }
    const answer = await send(target, { path: '/' });
    socket.terminate();
    return { tries: count, found: answer?.status === 200 ? [] : ['no answer beside many watches'] };
  },
};

export const attacks: readonly Attack[] = [traversals, hosts, upgrades, methods, frames, large, slow, watches];
