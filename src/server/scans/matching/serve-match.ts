import type { MessagePort } from 'node:worker_threads'
import { Inbox } from '../reading/inbox.ts'
import type { Candidate, KnownFinding } from './candidates.ts'
import { type MatchContext, matchFindings } from './match.ts'
import type { MatchMessage, MatchOptions, MatchPiece, SentFinding } from './messages.ts'
import type { SourceText } from './renamed-identifiers.ts'

/** Matches findings that are sent over a port, in the current thread. */
export async function serveMatch(options: MatchOptions, port: MessagePort): Promise<void> {
  const postMessage = (message: MatchMessage, transferred: ArrayBuffer[] = []) =>
    port.postMessage(message, transferred)
  const inbox = new Inbox<MatchPiece>(port)
  try {
    const { known, reported } = await sentFindings(inbox)
    const message = new Map<KnownFinding, SentFinding>(known.map((each) => [each.finding, each]))
    const findings = [...message.keys()]
    const context: MatchContext = {
      ...options,
      isGone: (one) => message.get(one)?.isGone ?? false,
      isFileReported: (one) => message.get(one)?.isFileReported ?? false,
      async texts(ofKnown, ofReported) {
        postMessage({ wants: { known: [...ofKnown], reported: [...ofReported] } })
        return sentTexts(inbox)
      },
    }
    const result = (await matchFindings(findings, reported, context)).result()
    postMessage({ pairing: result }, [result.ofReported.buffer, result.basis.buffer, result.doubts.buffer])
  } catch (error) {
    postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  port.close()
}

async function sentFindings(inbox: Inbox<MatchPiece>) {
  const known: SentFinding[] = []
  const reported: Candidate[] = []
  for await (const piece of receivePieces(inbox)) {
    if ('known' in piece) for (const each of piece.known) known.push(each)
    if ('reported' in piece) for (const each of piece.reported) reported.push(each)
  }
  return { known, reported }
}

async function sentTexts(inbox: Inbox<MatchPiece>) {
  const known = new Map<number, SourceText>()
  const reported = new Map<number, SourceText>()
  for await (const piece of receivePieces(inbox)) {
    if (!('texts' in piece)) continue
    for (const [position, text] of piece.texts.known) known.set(position, text)
    for (const [position, text] of piece.texts.reported) reported.set(position, text)
  }
  return {
    known: (position: number) => known.get(position) ?? null,
    reported: (position: number) => reported.get(position) ?? null,
  }
}

/** Yields the messages until the end is announced. */
async function* receivePieces(inbox: Inbox<MatchPiece>) {
  for (;;) {
    const next = await inbox.next()
    if (!('end' in next)) yield next
    else if (next.end === 'whole') return
    else throw new Error('the findings broke off')
  }
}
