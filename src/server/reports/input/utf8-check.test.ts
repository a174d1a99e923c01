import { expect, test } from 'vitest'
import { faultOf, onlyRun, read, semgrepFile } from '../testing/read.ts'

/** A file that does not fit into the piece in which its beginning is looked at. */
const file = (message: string, ...more: string[]) =>
  ' '.repeat(5_000) +
  JSON.stringify(
    semgrepFile([message, ...more].map((text) => ({ check_id: 'r', path: 'a', extra: { message: text } }))),
  )

test.each([1, 2, 3, 10_000])(
  'a file in Latin-1 is refused at its first byte that is no UTF-8 (%i)',
  async (pieces) => {
    const text = file('plain', 'café', 'naïve').replace('{"check_id', '\n{"check_id')
    const fault = await faultOf(Buffer.from(text, 'latin1'), { pieces })
    expect(fault.message).toBe(
      'the file is not in UTF-8: byte 0xe9 is not valid UTF-8; the file may be Latin-1 or Windows-1252. Reports must be in UTF-8. Convert it, for example with `iconv -f WINDOWS-1252 -t UTF-8 FILE`',
    )
    const at = text.indexOf('é')
    const line = text.slice(0, at).split('\n')
    expect(fault).toMatchObject({ byteOffset: at, line: line.length, column: (line.at(-1)?.length ?? 0) + 1 })
  },
)

test.each([1, 2, 3, 10_000])('a file in UTF-8 may quote bytes of another encoding (%i)', async (pieces) => {
  const bytes = Buffer.from(file('café ☕ 🙂', 'QUOTED'))
  bytes[bytes.indexOf('QUOTED')] = 0xe9
  const { findings } = onlyRun(await read(bytes, { pieces }))
  expect(findings.map((each) => each.message)).toEqual(['café ☕ 🙂', '\ufffdUOTED'])
})

test('a file of another format is told as such, whatever its encoding', async () => {
  const fault = await faultOf(Buffer.from('{"artifacts":["café"],"artifactRelationships":[]}', 'latin1'))
  expect(fault.message).toMatch(/like a Syft report, which/)
})

test('bytes that begin a character and do not end it are wrong', async () => {
  for (const wrong of [[0xc3, 0x28], [0xe2, 0x82], [0xf0, 0x9f, 0x99], [0x80], [0xff]]) {
    const bytes = Buffer.from(file('HERE'))
    const at = bytes.indexOf('HERE')
    const all = Buffer.concat([bytes.subarray(0, at), Buffer.from(wrong), bytes.subarray(at)])
    for (const pieces of [1, 2, 10_000]) {
      const fault = await faultOf(all, { pieces })
      expect(fault).toMatchObject({ byteOffset: at, message: expect.stringContaining('not in UTF-8') })
    }
  }
})
