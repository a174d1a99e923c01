import type { Example } from './example.ts'
import { makePolicy } from './example-fixtures.ts'

/** Why what tells which modes a change has for projects costs more with more rules. */
export const modesOfRules = 'the modes of all rules are compared in each project'

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
    statements: 21,
  },
  previewPolicyChange: {
    request: () => ({ body: { create: { name: 'Card numbers', appliesTo: { tags: ['pci'] } } } }),
    grows: modesOfRules,
  },
  previewTags: {
    request: ({ project: { name } }) => ({ body: { projects: [name], add: ['pci'] } }),
    grows: modesOfRules,
  },
  getRule: {
    request: ({ rule }) => ({ path: { rulePath: rule } }),
    grows: 'it has the mode of the rule in each project',
  },
  policyImpact: {
    request: ({ policy, rule }) => ({
      path: { policyId: policy },
      body: { rulePaths: [rule], policyMode: 'MODE_BLOCK' },
    }),
    grows: modesOfRules,
    statements: 22,
  },
} satisfies Record<string, Example>
