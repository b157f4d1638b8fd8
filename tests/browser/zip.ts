// Zips, written and read byte by byte: what a test brings is then known to the last byte, and what the page writes is read by other code than its own.
import { deflateRawSync, inflateRawSync } from "node:zlib";

export interface Member {
  name: string;
  bytes: Buffer;
  deflated?: boolean;
  mode?: number;
  /** Date and time as a zip has them. */
  time?: number;
  comment?: string;
}

const TABLE = Array.from({ length: 256 }, (_, start) => {
  let sum = start;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum >>> 0;
});

export function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
}

export function write(members: Member[], comment = ""): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, deflated = false, mode = 0o100644, time = 0x5a217c3d, comment: note = "" } of members) {
    const packed = deflated ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(/^[\x00-\x7f]*$/.test(name) ? 0 : 0x800, 2);
    common.writeUInt16LE(deflated ? 8 : 0, 4);
    common.writeUInt32LE(time, 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const body = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt16LE(Buffer.byteLength(note), 0);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x1e\x03"), common, more, Buffer.from(name), Buffer.from(note)]));
    bodies.push(body);
    at += body.length;
  }
  const size = list.reduce((sum, record) => sum + record.length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...bodies, ...list, end, Buffer.from(comment)]);
}

/** The members in the order of the zip's list. */
export function read(zip: Buffer): Member[] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  let at = zip.readUInt32LE(end + 16);
  const members: Member[] = [];
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, note] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    const deflated = zip.readUInt16LE(at + 10) === 8;
    members.push({
      name: zip.toString("utf8", at + 46, at + 46 + name),
      bytes: deflated ? inflateRawSync(packed) : Buffer.from(packed),
      deflated,
      mode: zip.readUInt32LE(at + 38) >>> 16,
      time: zip.readUInt32LE(at + 12),
      comment: zip.toString("utf8", at + 46 + name + extra, at + 46 + name + extra + note),
    });
    at += 46 + name + extra + note;
  }
  return members;
}
