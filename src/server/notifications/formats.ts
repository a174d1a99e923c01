import type { WebhookFormat } from '#contract/webhook-vocabulary.ts'
import { oneLine, type Payload, plural } from './message.ts'

/** The most messages that a joined message of a chat shows. */
const maxShown = 20
/** The most findings that a summary shows in a chat. */
const maxFindings = 5

/** What is sent for one message as JSON, or for several as one message of a chat. */
export function bodyOf(format: string, payloads: readonly Payload[]): string {
  const [first] = payloads
  const chats: Partial<Record<string, (payloads: readonly Payload[]) => unknown>> = {
    slack: slackMessage,
    teams: teamsMessage,
  } satisfies Partial<Record<WebhookFormat, unknown>>
  return JSON.stringify(chats[format]?.(payloads) ?? first)
}

/** A longer link, which a long filter makes, is left out: chats refuse messages that are too large. */
const maxUrl = 1000

/** A line of a chat: a text, and where it leads. */
interface Line {
  text: string
  url: string | null
  isListed: boolean
}

/**
 * The lines of a message that people read.
 * @param shown the most messages; how many more there are is the last line.
 */
export function linesOf(payloads: readonly Payload[], shown = maxShown): Line[] {
  const lines = payloads.slice(0, shown).flatMap(({ data }): Line[] => {
    const title = { text: oneLine(data.title, 300), url: data.url, isListed: false }
    const findings = data.findings ?? []
    if (data.count === 1 && findings.length === 1) {
      const [finding] = findings
      const place = [
        finding?.package,
        finding?.path && `${finding.path}${finding.line ? `:${finding.line}` : ''}`,
      ]
      const text = place.filter((one) => one).join(' · ')
      return text === '' ? [title] : [title, { text: oneLine(text, 300), url: null, isListed: true }]
    }
    const listed = findings.slice(0, maxFindings).map((finding) => ({
      text: oneLine(`${finding.severity}: ${finding.title} (${finding.project})`, 300),
      url: finding.url,
      isListed: true,
    }))
    return [title, ...listed]
  })
  const more = payloads.length - shown
  if (more <= 0) return lines
  return [...lines, { text: `and ${more.toLocaleString('en-US')} more`, url: null, isListed: false }]
}

/** In the markup of Slack only these three characters are special: no text can mention a channel or make a link. */
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A block of Slack has at most 3,000 characters. Source: https://docs.slack.dev/reference/block-kit/blocks */
const maxSlackText = 2900

function slackMessage(payloads: readonly Payload[]) {
  const lines = linesOf(payloads).map(({ text, url, isListed }) => {
    const escaped = escapeSlack(text)
    const linked =
      url === null || url.length > maxUrl
        ? escaped
        : `<${escapeSlack(url.replace(/[|<>]/g, encodeURIComponent))}|${escaped}>`
    return isListed ? `• ${linked}` : linked
  })
  return {
    text: escapeSlack(oneLine(payloads[0]?.data.title ?? '', 300)),
    blocks: chunksOf(lines, maxSlackText).map((text) => ({
      type: 'section',
      text: { type: 'mrkdwn', text, verbatim: true },
    })),
    unfurl_links: false,
  }
}

function chunksOf(lines: readonly string[], maxLength: number): string[] {
  const chunks: string[] = []
  for (const line of lines) {
    const last = chunks.at(-1)
    if (last !== undefined && last.length + line.length + 1 <= maxLength)
      chunks[chunks.length - 1] = `${last}\n${line}`
    else chunks.push(line)
  }
  return chunks
}

/** Teams refuses messages of more than 28 kB. Source: https://learn.microsoft.com/microsoftteams/limits-specifications-teams */
const maxTeamsBytes = 20_000

/** The lines of a card up to its limit, then how many are left out. */
function cardLines<T>(lines: readonly T[], more: (count: number) => T): T[] {
  const shown: T[] = []
  let bytes = 0
  for (const line of lines) {
    bytes += Buffer.byteLength(JSON.stringify(line))
    if (bytes > maxTeamsBytes) return [...shown, more(lines.length - shown.length)]
    shown.push(line)
  }
  return shown
}

/**
 * An adaptive card. Its texts are runs, in which Markdown has no meaning.
 * Source: https://adaptivecards.io/explorer/TextRun.html
 */
function teamsMessage(payloads: readonly Payload[]) {
  const runOf = ({ text, url, isListed }: Line) => ({
    type: 'RichTextBlock',
    inlines: [
      ...(isListed ? [{ type: 'TextRun', text: '• ' }] : []),
      {
        type: 'TextRun',
        text,
        ...(isListed ? {} : { weight: 'Bolder' }),
        ...(url === null || url.length > maxUrl ? {} : { selectAction: { type: 'Action.OpenUrl', url } }),
      },
    ],
  })
  const body = cardLines(linesOf(payloads).map(runOf), (count) =>
    runOf({ text: `and ${plural(count, 'more line')}`, url: null, isListed: false }),
  )
  const [first] = payloads
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body,
          ...(first && first.data.url.length <= maxUrl
            ? { actions: [{ type: 'Action.OpenUrl', title: 'Open in Gatehouse', url: first.data.url }] }
            : {}),
        },
      },
    ],
  }
}
