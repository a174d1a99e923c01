import { linesOf } from '../formats.ts'
import { oneLine, type Payload, plural } from '../message.ts'

/** The most messages that an e-mail shows. */
const maxShown = 100

/** The links at the end of an e-mail. */
interface MailLinks {
  unsubscribeUrl: string
  /** Where a person chooses what they are told; null in e-mails to the address of a webhook. */
  settingsUrl?: string | null
}

/** The subject and the text of an e-mail about one message, or of a digest of several. */
export function mailOf(
  payloads: readonly Payload[],
  { unsubscribeUrl, settingsUrl = null }: MailLinks,
): { subject: string; text: string } {
  const [first] = payloads
  const deployment = oneLine(first?.data.deployment.name ?? '', 100)
  const subject =
    payloads.length === 1
      ? oneLine(first?.data.title ?? '', 200)
      : `${plural(payloads.length, 'event')} in ${deployment}`
  const lines = linesOf(payloads, maxShown).map(({ text, url, isListed }) =>
    [`${isListed ? '- ' : '\n'}${text}`, ...(url === null ? [] : [`${isListed ? '  ' : ''}${url}`])].join(
      '\n',
    ),
  )
  const why =
    settingsUrl === null
      ? `You receive this because an administrator of ${deployment} entered your address.`
      : `You receive this because you work in ${deployment}. Choose what you are told:\n${settingsUrl}`
  const footer = `${why}\nUnsubscribe: ${unsubscribeUrl}\n`
  return { subject, text: `${lines.join('\n').trimStart()}\n\n-- \n${footer}` }
}
