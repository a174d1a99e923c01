import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a zip archive, and what its headers say where that is not true. */
export interface ZippedFile {
  name: string
  content: Uint8Array | string
  /** 8 is deflated, 0 stored; anything else is written as if stored. */
  method?: number
  /** Whether the headers call it encrypted. */
  encrypted?: boolean
  /** The uncompressed size in the headers. */
  size?: number
  checksum?: number
  /** The Unix file type and permissions. */
  mode?: number
}

/** A zip archive of these files, as in APPNOTE.TXT 4.3. `count` is the number of files that its end claims. */
export function zipArchive(files: readonly ZippedFile[], count: number = files.length): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const plain = Buffer.from(file.content)
    const data = (file.method ?? 8) === 8 ? deflateRawSync(plain) : plain
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(0x0800 | (file.encrypted ? 1 : 0), 2)
    header.writeUInt16LE(file.method ?? 8, 4)
    header.writeUInt32LE(file.checksum ?? crc32(plain), 10)
    header.writeUInt32LE(data.length, 14)
    header.writeUInt32LE(file.size ?? plain.length, 18)
    header.writeUInt16LE(name.length, 22)
    const more = Buffer.alloc(14)
    more.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 6)
    more.writeUInt32LE(offset, 10)
    const own = [Buffer.from('PK\u0003\u0004'), header, name, data]
    local.push(...own)
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0003'), header, more, name)
    offset += own.reduce((sum, part) => sum + part.length, 0)
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(
    central.reduce((sum, part) => sum + part.length, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, ...central, Buffer.from('PK\u0005\u0006'), end])
}
