import { TimeSlice } from '#server/base/time-slice.ts'
import { readFault } from '#server/reports/input/read-budget.ts'
import { ReadingThread } from '../reading/reading-thread.ts'
import { ThreadWork } from '../reading/thread-work.ts'
import type { Candidate, KnownFinding } from './candidates.ts'
import { isApart, type MatchContext, matchFindings } from './match.ts'
import type { MatchMessage, MatchPiece, SentTexts } from './messages.ts'
import { Pairing, type PairingResult } from './pairing.ts'
import type { SourceText } from './renamed-identifiers.ts'

/** Up to this many pairs, comparing takes less time than sending. */
const maxComparedHere = 10_000
/** Up to this many findings fit in the memory of an idle thread. */
const maxSmallMatch = 20_000
/** Findings per message. */
const findingsPerMessage = 250

/** The CPU time limit for this many findings, in milliseconds; scanner reports take a tenth of it. */
const timeFor = (findings: number) => 3_000 + findings / 4

/** The heap size for this many findings of a large match, in megabytes. */
const heapFor = (findings: number) => 256 + findings / 250

/**
 * Matches like `matchFindings`. Many findings are matched in another thread, since all findings of a file may be alike,
 * and then each is compared with many.
 * @param known stored, @param reported by the scan; the last parameter is for tests.
 * @throws ReadFault if matching takes more CPU time than this number of findings needs.
 */
export async function matchInThread(
  known: readonly KnownFinding[],
  reported: readonly Candidate[],
  context: MatchContext,
  { thread, limit }: { thread?: ReadingThread; limit?: number } = {},
): Promise<Pairing> {
  if (thread === undefined && known.length * reported.length <= maxComparedHere)
    return matchFindings(known, reported, context)
  const count = known.length + reported.length
  const most = limit ?? timeFor(count)
  const { exclusions, isAcrossRefs, isFirstFullScan, bumped } = context
  const texts = new Texts(context)
  const work: ThreadWork<MatchPiece, MatchMessage, PairingResult> = new ThreadWork(
    thread ?? ReadingThread.acquire(count <= maxSmallMatch ? null : heapFor(count)),
    { match: { exclusions, isAcrossRefs, isFirstFullScan, bumped } },
    (message) => {
      if ('pairing' in message) work.done(message.pairing)
      else if ('error' in message) work.fail(new Error(message.error))
      else texts.send(work, message.wants).catch((error) => work.fail(error))
    },
  )
  const unwatch = work.watch(
    () => most,
    () => tookTooLong(most),
  )
  try {
    await sendFindings(work, { known, reported }, context)
    const pairing = new Pairing(known, reported, { isAcrossRefs, isApart: isApart(exclusions) })
    pairing.load(await work.result)
    return pairing
  } finally {
    work.send({ end: 'broken' })
    unwatch()
  }
}

type Work = ThreadWork<MatchPiece, MatchMessage, PairingResult>

async function sendFindings(
  work: Work,
  { known, reported }: { known: readonly KnownFinding[]; reported: readonly Candidate[] },
  { isGone, isFileReported }: MatchContext,
) {
  const slice = new TimeSlice()
  for (let at = 0; at < known.length; at += findingsPerMessage) {
    const some = known.slice(at, at + findingsPerMessage)
    work.send({
      known: some.map((finding) => ({
        finding,
        isGone: isGone(finding),
        isFileReported: isFileReported(finding),
      })),
    })
    if (slice.isOver) await slice.next()
  }
  for (let at = 0; at < reported.length; at += findingsPerMessage) {
    work.send({ reported: reported.slice(at, at + findingsPerMessage) })
    if (slice.isOver) await slice.next()
  }
  work.send({ end: 'whole' })
}

/** Reads the texts that the other thread requests, and sends them. */
class Texts {
  readonly #context: MatchContext

  constructor(context: MatchContext) {
    this.#context = context
  }

  async send(work: Work, { known, reported }: { known: number[]; reported: number[] }): Promise<void> {
    const slice = new TimeSlice()
    for (let at = 0; at < Math.max(known.length, reported.length); at += findingsPerMessage) {
      const [some, others] = [
        known.slice(at, at + findingsPerMessage),
        reported.slice(at, at + findingsPerMessage),
      ]
      const texts = await this.#context.texts(some, others)
      work.send({ texts: { known: textsAt(some, texts.known), reported: textsAt(others, texts.reported) } })
      if (slice.isOver) await slice.next()
    }
    work.send({ end: 'whole' })
  }
}

const textsAt = (positions: readonly number[], textOf: (position: number) => SourceText | null): SentTexts =>
  positions.flatMap((position): SentTexts => {
    const text = textOf(position)
    return text === null ? [] : [[position, text]]
  })

const tookTooLong = (milliseconds: number) =>
  readFault(
    `matching the findings of the file with the stored ones takes more than ${Math.round(milliseconds / 1000)} s of processor time, because too many of them are similar`,
  )
