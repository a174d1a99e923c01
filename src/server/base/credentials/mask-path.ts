import { ValueForms } from '../config/value-forms.ts'
import { mask } from './mask-source.ts'
import { isMade } from './value-like.ts'

/**
 * Takes values that a program made out of paths, each out of its segment. One that is a word of the path stays there, since
 * the path would say nothing without it, and the names of files are no secret.
 */
export function pathMask(values: readonly string[]): (path: string) => string {
  // A path that holds a value with a separator holds parts of it.
  const made = values.flatMap((value) => [value, ...value.split('/')]).filter(isMade)
  if (made.length === 0) return (path) => path
  const forms = new ValueForms(made)
  return (path) =>
    path
      .split('/')
      .map((segment) => forms.remove(segment, mask))
      .join('/')
}
