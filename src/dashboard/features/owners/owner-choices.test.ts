import { expect, it } from 'vitest'
import { ownerLabels } from './labels.ts'
import { ownerChoices, ownerFault, ownerOfText } from './owner-choices.ts'

const choices = ownerChoices(['person:Ann', 'person:Anna', 'person:Grace Hopper', 'team:Payments'])

it.each([
  ['Grace Hopper', 'person:Grace Hopper'],
  ['hopper', 'person:Grace Hopper'],
  [' gra ', 'person:Grace Hopper'],
  // A whole name is meant even if it is a part of another.
  ['ann', 'person:Ann'],
  ['payments', 'team:Payments'],
  ['pay', 'team:Payments'],
  ['@acme/payments', '@acme/payments'],
  ['an', undefined],
  ['nobody', undefined],
  ['', undefined],
  ['  ', undefined],
])('%j means %j', (text, owner) => {
  expect(ownerOfText(choices, text)).toBe(owner)
})

it('says whether several match or none', () => {
  expect(ownerFault(choices, 'an')).toBe(ownerLabels.several)
  expect(ownerFault(choices, 'nobody')).toBe(ownerLabels.unknown)
  expect(ownerFault(choices, '')).toBe(ownerLabels.unknown)
})
