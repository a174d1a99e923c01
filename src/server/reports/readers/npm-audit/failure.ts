import { asName, asText, getIn } from '../../values/json-values.ts'
import { type Auditor, auditors } from './auditors.ts'

/** What npm or pnpm says of an audit that failed; without a message where another key has it. */
export function failureOf(error: unknown): { message: string | null; auditor: Auditor } {
  const code = asName(getIn(error, 'code'), 100)
  const said = ['summary', 'detail', 'message'].flatMap((key) => asText(getIn(error, key), 2_000) ?? [])
  const text = said.filter((each) => each.trim() !== '').join(' ')
  const message = [code, text === '' ? null : text].filter((each) => each !== null).join(': ')
  return {
    message: message === '' ? null : withoutUser(message),
    auditor: code?.startsWith('ERR_PNPM_') ? auditors.pnpm : auditors.npm,
  }
}

/** Without the user and the password of addresses, which pnpm and older npm leave in what they say. */
const withoutUser = (text: string) => text.replaceAll(/(?<=:\/\/)[^\s/@]{1,500}@/g, '')
