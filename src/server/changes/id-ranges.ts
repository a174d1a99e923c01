/**
 * Encodes ids as text: each run of consecutive ids as its distance from the previous run and, after a colon, the number
 * of further ids in it. An import of thousands of rows takes a few characters.
 */
export function encodeIds(ids: readonly number[]): string {
  const ascending = Float64Array.from(new Set(ids)).sort()
  const runs: string[] = []
  let end = 0
  for (let at = 0; at < ascending.length; ) {
    const first = ascending[at] ?? 0
    let more = 0
    while (ascending[at + more + 1] === first + more + 1) more++
    runs.push(more > 0 ? `${first - end}:${more}` : `${first - end}`)
    end = first + more
    at += more + 1
  }
  return runs.join(' ')
}

/** Decodes the text of `encodeIds`, in ascending order. */
export function* decodeIds(text: string): Generator<number> {
  let end = 0
  for (const run of text === '' ? [] : text.split(' ')) {
    const [distance = 0, more = 0] = run.split(':').map(Number)
    const first = end + distance
    end = first + more
    for (let id = first; id <= end; id++) yield id
  }
}
