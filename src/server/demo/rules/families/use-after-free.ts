import type { RuleFamily } from '../family.ts'

export const useAfterFree: RuleFamily = {
  key: 'use-after-free',
  title: 'Use after free',
  cwe: 416,
  owasp: 'design',
  severity: 'high',
  confidence: 'low',
  kind: 'vuln',
  vulnerabilityClass: 'Memory Issues',
  flaw: 'A pointer is used after its memory was freed. The memory may already contain **other data**.',
  remedy: 'Free the memory last, set the pointer to null, or use an owning type.',
  impact: 'The process can crash or work on data that an attacker placed there.',
  steps: ['Move the call to the end.', 'Run the tests with AddressSanitizer.'],
  real: 'The error path frees the object and then logs one of its fields.',
  harmless: 'The called function takes ownership and makes a copy.',
  component: { tag: 'infrastructure', risk: 'high' },
  places: [
    {
      language: 'c',
      sinks: [
        {
          slug: 'free',
          library: 'free',
          setup: ['if (parse(frame) < 0) {', '    free(frame);'],
          flaw: ['    log_error("bad frame %u", «frame->id»);'],
          fix: ['    log_error("bad frame");'],
          rest: ['    return -1;', '}'],
        },
        {
          slug: 'double-free',
          library: 'free',
          title: 'Double free',
          setup: ['free({entity}->name);', 'if ({entity}->shared)'],
          flaw: ['    «free({entity}->name)»;'],
          fix: ['    release({entity});'],
        },
      ],
    },
    {
      language: 'cpp',
      sinks: [
        {
          slug: 'dangling-view',
          library: 'std::string_view',
          setup: ['std::string_view {Entity}::label() const {'],
          flaw: ['    return «std::string_view(name_ + suffix_)»;'],
          fix: ['    return label_;'],
          rest: ['}'],
        },
        {
          slug: 'iterator',
          library: 'std::vector',
          severity: 'medium',
          setup: ['for (auto it = {entities}.begin(); it != {entities}.end(); ++it)'],
          flaw: ['    if (it->expired()) «{entities}.erase(it)»;'],
          fix: ['    if (it->expired()) it = std::prev({entities}.erase(it));'],
        },
      ],
    },
    {
      language: 'rust',
      sinks: [
        {
          slug: 'raw-pointer',
          library: 'unsafe',
          severity: 'medium',
          setup: ['let label = {entity}.label().as_ptr();', 'drop({entity});'],
          flaw: ['let first = unsafe { «*label» };'],
          fix: ['let first = {entity}.label().as_bytes()[0];'],
        },
      ],
    },
  ],
}
