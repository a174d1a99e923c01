import type { RuleFamily } from '../family.ts'

export const bufferCopy: RuleFamily = {
  key: 'unbounded-copy',
  title: 'Buffer overflow',
  cwe: 120,
  owasp: 'injection',
  severity: 'high',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Memory Issues',
  flaw: 'Text is copied to a fixed-size buffer without a length check. Longer text **overwrites adjacent memory**.',
  remedy: 'Use the function that takes the size of the target, and check whether the text was truncated.',
  impact: 'A long message can crash the process or run code in it.',
  steps: [
    'Pass the size of the target.',
    'Handle text that does not fit.',
    'Run the tests with AddressSanitizer.',
  ],
  real: 'The text comes from the network, and its length is not checked before.',
  harmless: 'Source and target are literals of known length.',
  component: { tag: 'infrastructure', risk: 'high' },
  places: [
    {
      language: 'c',
      sinks: [
        {
          slug: 'strcpy',
          library: 'strcpy',
          setup: ['int set_{entity}_name(struct {entity} *self, const char *name) {', '    char label[64];'],
          flaw: ['    «strcpy(label, name)»;'],
          fix: ['    if (snprintf(label, sizeof label, "%s", name) >= (int)sizeof label) return -1;'],
          rest: ['    return register_label(self, label);', '}'],
        },
        {
          slug: 'strcat',
          library: 'strcat',
          flaw: ['«strcat(path, {entity}->name)»;'],
          fix: ['strlcat(path, {entity}->name, sizeof path);'],
          setup: ['char path[256] = "/var/lib/{entities}/";'],
        },
        {
          slug: 'sprintf',
          library: 'sprintf',
          severity: 'medium',
          setup: ['char line[128];'],
          flaw: ['«sprintf(line, "%s;%d", {entity}->name, {entity}->count)»;'],
          fix: ['snprintf(line, sizeof line, "%s;%d", {entity}->name, {entity}->count);'],
        },
        {
          slug: 'gets',
          library: 'gets',
          severity: 'critical',
          flaw: ['«gets(line)»;'],
          fix: ['if (!fgets(line, sizeof line, stdin)) return 0;'],
          setup: ['char line[80];'],
        },
      ],
    },
    {
      language: 'cpp',
      sinks: [
        {
          slug: 'memcpy',
          library: 'std::memcpy',
          setup: ['void {Entity}Frame::read(const Packet& packet) {'],
          flaw: ['    «std::memcpy(buffer_, packet.data(), packet.length())»;'],
          fix: [
            '    if (packet.length() > sizeof buffer_) throw TooLong{};',
            '    std::memcpy(buffer_, packet.data(), packet.length());',
          ],
          rest: ['    parse(buffer_);', '}'],
        },
        {
          slug: 'scanf',
          library: 'scanf',
          severity: 'medium',
          flaw: ['«std::sscanf(line, "%s %d", name, &count)»;'],
          fix: ['std::sscanf(line, "%63s %d", name, &count);'],
          setup: ['char name[64];'],
        },
      ],
    },
  ],
}
