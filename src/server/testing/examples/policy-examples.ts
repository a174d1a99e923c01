import type { Example } from './example.ts'
import { makePolicy } from './example-fixtures.ts'

/** Examples of changes of policies. */
export const policyExamples = {
  createPolicy: { request: () => ({ body: { name: 'Card data', appliesTo: { tags: ['pci'] } } }) },
  updatePolicy: {
    request: async (place) => ({
      path: { policyId: await makePolicy(place) },
      body: { name: 'Card payments', appliesTo: { tags: ['pci'] } },
    }),
  },
  deletePolicy: { request: async (place) => ({ path: { policyId: await makePolicy(place) } }) },
  editPolicyRules: {
    request: async (place) => ({
      path: { policyId: await makePolicy(place) },
      body: { add: [{ rulePath: place.rule, policyMode: 'MODE_BLOCK' }] },
    }),
  },
  previewPolicyChange: {
    request: () => ({ body: { create: { name: 'Card numbers', appliesTo: { tags: ['pci'] } } } }),
  },
  previewTags: { request: ({ project: { name } }) => ({ body: { projects: [name], add: ['pci'] } }) },
} satisfies Record<string, Example>
