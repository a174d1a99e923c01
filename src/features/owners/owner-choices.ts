import { isHandle, parseOwner } from '#contract/parameters/owner.ts'
import { teamChoice } from './labels.ts'

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

/** Returns the owner that a typed text means: a choice, a team by its name alone, or a handle; else undefined. */
export function ownerOfText(choices: readonly OwnerChoice[], typed: string): string | undefined {
  const text = typed.trim()
  const key = text.toLowerCase()
  const choice =
    choices.find((one) => one.text.toLowerCase() === key) ??
    choices.find(({ owner }) => parseOwner(owner).name.toLowerCase() === key)
  if (choice) return choice.owner
  return isHandle(text) ? text : undefined
}
