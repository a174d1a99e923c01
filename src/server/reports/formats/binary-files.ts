import { unreadReport } from './tool.ts'

const zipBytes: readonly number[] = [0x50, 0x4b, 0x03, 0x04]

/** Compressed and archive formats, by their first bytes. Gzip is not included, because it is supported. */
const packedFormats: readonly { name: string; bytes: readonly number[]; unpack: string }[] = [
  { name: 'compressed with xz', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], unpack: 'xz -dc' },
  { name: 'compressed with bzip2', bytes: [0x42, 0x5a, 0x68], unpack: 'bzip2 -dc' },
  { name: 'compressed with zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd], unpack: 'zstd -dc' },
  { name: 'compressed with LZ4', bytes: [0x04, 0x22, 0x4d, 0x18], unpack: 'lz4 -dc' },
  { name: 'compressed with compress', bytes: [0x1f, 0x9d], unpack: 'gzip -dc' },
  { name: 'a 7-Zip archive', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], unpack: '7z e -so' },
  { name: 'a RAR archive', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a], unpack: 'unrar p -inul' },
  { name: 'a zip archive', bytes: zipBytes, unpack: 'unzip -p' },
  { name: 'an empty zip archive', bytes: [0x50, 0x4b, 0x05, 0x06], unpack: 'unzip -p' },
]

const otherFormats: readonly { name: string; bytes: readonly number[] }[] = [
  { name: 'a PDF document', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { name: 'an SQLite database', bytes: [...Buffer.from('SQLite format 3')] },
  { name: 'a PNG image', bytes: [0x89, 0x50, 0x4e, 0x47] },
]

const startsWith = (head: Uint8Array, bytes: readonly number[]) =>
  head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte)

const advice = 'Gatehouse reads JSON, XML and CSV, plain or compressed with gzip'

/** Describes a compressed, archive or binary file by its first bytes, with advice; null for all others. */
export function packedFile(head: Uint8Array): string | null {
  const names = Buffer.from(head.subarray(0, 2_000)).toString('latin1')
  const known = packedFormats.find(({ bytes }) => startsWith(head, bytes))
  if (known && startsWith(head, [0x50, 0x4b]) && names.includes('audit.fvdl'))
    return `${unreadReport({ name: 'Fortify', report: 'a Fortify project (FPR)' })}; ${advice}`
  if (known && startsWith(head, [0x50, 0x4b]) && /\[Content_Types\]\.xml|xl\//.test(names))
    return `the file is a spreadsheet; ${advice}`
  if (known) {
    const unpack = `unpack it first, for example with \`${known.unpack} FILE\``
    const other =
      known.bytes === zipBytes ? ', or send it with `gatehouse import`, which reads the reports in it' : ''
    return `the file is ${known.name}; ${advice}: ${unpack}${other}`
  }
  if (startsWith(head.subarray(257), [...Buffer.from('ustar')]))
    return `the file is a tar archive; ${advice}: unpack it first, for example with \`tar -xOf FILE\``
  const other = otherFormats.find(({ bytes }) => startsWith(head, bytes))
  return other ? `the file is ${other.name}; ${advice}` : null
}

const conversionAdvice = (encoding: string) =>
  `Reports must be in UTF-8. Convert it, for example with \`iconv -f ${encoding} -t UTF-8 FILE\``

/** Names the encoding of a file that is not in UTF-8, by its first bytes; null if they may be UTF-8. */
export function otherEncoding(head: Uint8Array): string | null {
  const encoding = encodingOf(head)
  if (encoding === null) return null
  const why = encoding === 'UTF-16LE' ? '; `>` in Windows PowerShell writes this encoding' : ''
  return `the file is in ${encoding}${why}. ${conversionAdvice(encoding)}`
}

/** The message about bytes that are invalid in UTF-8. */
export function singleByteEncoding(byte: number): string {
  return `the file is not in UTF-8: byte 0x${byte.toString(16)} is not valid UTF-8; the file may be Latin-1 or Windows-1252. ${conversionAdvice('WINDOWS-1252')}`
}

function encodingOf(head: Uint8Array): string | null {
  const [a, b, c, d] = head
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32BE'
  if (a === 0xfe && b === 0xff) return 'UTF-16BE'
  // JSON never begins with a null character, so the first two bytes show the byte order.
  if (a === 0 && b === 0) return 'UTF-32BE'
  if (a === 0) return 'UTF-16BE'
  if (b === 0) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE'
  return null
}
