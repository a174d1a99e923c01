import { isHandle, parseOwner } from '#contract/parameters/owner.ts'
import { matchingOptions } from '#ui/combobox/matching-options.ts'
import { ownerLabels, teamChoice } from './labels.ts'

/** An owner, and the text that a person chooses it by. */
export interface OwnerChoice {
  owner: string
  text: string
}

/** Returns the choices of a field for owners. */
export function ownerChoices(owners: readonly string[]): OwnerChoice[] {
  return owners.map((owner) => {
    const { kind, name } = parseOwner(owner)
    return { owner, text: kind === 'team' ? teamChoice(name) : name }
  })
}

/**
 * Returns the owner that a typed text means: a choice, a team by its name alone, a handle, or the only choice that
 * contains the text, which is the only one that the list then has; else undefined.
 */
export function ownerOfText(choices: readonly OwnerChoice[], typed: string): string | undefined {
  const text = typed.trim()
  const key = text.toLowerCase()
  const choice =
    choices.find((one) => one.text.toLowerCase() === key) ??
    choices.find(({ owner }) => parseOwner(owner).name.toLowerCase() === key)
  if (choice) return choice.owner
  if (isHandle(text)) return text
  const [only, ...others] = text === '' ? [] : containing(choices, text)
  return others.length === 0 ? only?.owner : undefined
}

/** Returns why a typed text means no owner. */
export const ownerFault = (choices: readonly OwnerChoice[], typed: string): string =>
  typed.trim() !== '' && containing(choices, typed).length > 1 ? ownerLabels.several : ownerLabels.unknown

const containing = (choices: readonly OwnerChoice[], typed: string) =>
  matchingOptions(
    choices.map((choice) => ({ ...choice, label: choice.text })),
    typed,
  )
