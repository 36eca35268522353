import { deflateRawSync } from 'node:zlib';

/** A file of an archive. `says` is the size that the archive claims, where it lies. */
export interface ZippedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  readonly says?: number;
  readonly flags?: number;
  readonly method?: number;
  /** Kind and permissions as Unix has them. */
  readonly mode?: number;
}

/** A ZIP archive with these files, as programs write it; sums are left out, since no reader of ours looks at them. */
export function zipFile(files: readonly ZippedFile[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, says, flags = 0, method, mode } of files) {
    const plain = Buffer.from(content as string);
    const data = stored ? plain : deflateRawSync(plain);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method ?? (stored ? 0 : 8), 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(says ?? plain.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    if (mode !== undefined) rest.writeUInt16LE(mode, 8);
    rest.writeUInt32LE(offset, 10);
    const madeBy = `PK\u0001\u0002\u0014${mode === undefined ? '\u0000' : '\u0003'}`;
    directory.push(Buffer.concat([Buffer.from(madeBy), fields, rest, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end, Buffer.from(comment)]);
}
