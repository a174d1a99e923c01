import { type Language, languages } from './languages.ts'

/** Beginnings of code that must not be put into a function. */
const standsAlone =
  /^(\s|import |class |public |private |protected |static |@|\[|def |func |fun |override |export |use |if __name__|validates|config\.|options\.|set :|after|handler|properties|except|\}|'|[A-Z_]{3,} = |HostKey|kSec|struct |pub |let query|module|return \[|http\.(csrf|session)|app\.|verifier|router\.|describe|async function|connection\.exec|server =)/

/** A method of its own, such as `byte[] sum(Order order) {`, and no loop or condition. */
const declares = /^[\w:<>[\]]+[&*]? [\w:{}]+\([^)]*\)[^;]*\{$/

/** Returns a function around short code, which goes where the line `{body}` is; other code stays on its own. */
export function surround(language: Language, code: readonly string[]): readonly string[] {
  const { indent, function: around } = languages[language]
  const first = code[0]?.replace(/[«‹]/g, '') ?? ''
  if (!around || code.length > 4 || standsAlone.test(first) || declares.test(first)) return ['{body}']
  return [...around.before, `${indent}{body}`, ...around.after]
}
