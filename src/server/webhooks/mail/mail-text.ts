import { linesOf } from '../formats.ts'
import { oneLine, type Payload, plural } from '../message.ts'

/** The most messages that an e-mail shows. */
const maxShown = 100

/** The subject and the text of an e-mail about one message, or of a digest of several. */
export function mailOf(
  payloads: readonly Payload[],
  unsubscribeUrl: string,
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
  const footer = `You receive this because an administrator of ${deployment} entered your address.\nUnsubscribe: ${unsubscribeUrl}\n`
  return { subject, text: `${lines.join('\n').trimStart()}\n\n-- \n${footer}` }
}
