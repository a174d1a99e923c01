import type { Severity } from '../rules/family.ts'

/** A kind of secret that is looked for. There is never a value, not even a made-up one. */
export interface SecretKind {
  /** The type as answers name it. */
  type: string
  /** Last part of the rule's path. */
  rule: string
  title: string
  severity: Severity
  validated: boolean
  /** Files in which it is met; slots as in code. */
  paths: readonly string[]
}

/** "type|rule|title|severity|validated|paths" */
const kinds = `
AWS|aws-access-key|AWS access key|critical|yes|config/{entity}.env,terraform.tfvars,scripts/backup-{entities}.sh
AWS|aws-session-token|AWS session token|medium|yes|notes/{entity}.md,.env.local
GitHub|github-personal-access-token|GitHub personal access token|high|yes|.github/workflows/{pipeline}.yml,scripts/release.sh
GitHub|github-app-token|GitHub app token|high|yes|scripts/{pipeline}.sh,.npmrc
GitLab|gitlab-personal-access-token|GitLab personal access token|high|yes|.gitlab-ci.yml,scripts/mirror.sh
Slack|slack-webhook|Slack webhook URL|medium|yes|scripts/notify.sh,src/{entities}/alerts.js
Slack|slack-bot-token|Slack bot token|medium|yes|config/alerts.yml,.env.local
Stripe|stripe-live-key|Stripe live key|critical|yes|src/{entities}/client.js,.env.production
Stripe|stripe-restricted-key|Stripe restricted key|medium|yes|config/{entities}.yml,.env.staging
Stripe|stripe-webhook-secret|Stripe webhook signing secret|medium|no|.env.staging,docker-compose.yml
Google Cloud|gcp-service-account|Google Cloud service account key|high|yes|deploy/service-account.json,config/{entity}.json
Google Cloud|google-api-key|Google API key|low|yes|public/{entities}.html,app/src/main/res/values/keys.xml
Azure|azure-storage-key|Azure storage account key|high|yes|config/storage.yml,appsettings.json
Azure|azure-client-secret|Azure client secret|medium|yes|appsettings.Production.json,.env
npm|npm-access-token|npm access token|medium|yes|.npmrc,docker/{entities}/Dockerfile
PyPI|pypi-upload-token|PyPI upload token|medium|no|.pypirc,scripts/publish.sh
Docker Hub|docker-hub-token|Docker Hub access token|medium|yes|.docker/config.json,scripts/{pipeline}.sh
Private key|private-key|Private key|medium|no|certs/{entity}.pem,deploy/id_rsa
Private key|ssh-private-key|SSH private key|medium|no|deploy/keys/{entity},ansible/files/deploy_key
JWT|json-web-token|JSON Web Token|low|no|test/fixtures/{entity}.json,docs/{entities}.md
Database|postgres-url|PostgreSQL connection string with password|medium|no|docker-compose.yml,config/database.yml
Database|mysql-url|MySQL connection string with password|medium|no|.env,config/{entity}.php
Database|mongodb-url|MongoDB connection string with password|medium|no|.env.local,src/{entities}/store.js
Database|redis-url|Redis connection string with password|low|no|docker-compose.yml,.env.local
Twilio|twilio-api-key|Twilio API key|medium|yes|config/sms.yml,src/{entities}/sms.js
SendGrid|sendgrid-api-key|SendGrid API key|medium|yes|config/mail.yml,.env.staging
Mailgun|mailgun-api-key|Mailgun API key|medium|yes|config/mail.yml
Datadog|datadog-api-key|Datadog API key|low|yes|charts/{entities}/values.yaml,docker-compose.yml
Sentry|sentry-auth-token|Sentry authentication token|low|yes|.sentryclirc,scripts/{pipeline}.sh
PagerDuty|pagerduty-api-key|PagerDuty API key|medium|yes|scripts/oncall.py
Cloudflare|cloudflare-api-token|Cloudflare API token|medium|yes|infra/dns.tf,scripts/purge.sh
Heroku|heroku-api-key|Heroku API key|medium|yes|scripts/{pipeline}.sh
DigitalOcean|digitalocean-token|DigitalOcean access token|high|yes|terraform.tfvars
HashiCorp Vault|vault-token|Vault token|high|no|scripts/seed-{entities}.sh
Terraform Cloud|terraform-cloud-token|Terraform Cloud token|high|yes|.terraformrc
OpenAI|openai-api-key|OpenAI API key|medium|yes|notebooks/{entity}.ipynb,.env
Anthropic|anthropic-api-key|Anthropic API key|medium|yes|notebooks/{entity}.ipynb,.env
Hugging Face|hugging-face-token|Hugging Face token|low|yes|notebooks/{entity}.ipynb
Atlassian|atlassian-api-token|Atlassian API token|medium|yes|scripts/tickets.py
Okta|okta-api-token|Okta API token|high|yes|config/sso.yml
Auth0|auth0-client-secret|Auth0 client secret|high|no|.env.production,config/sso.yml
PayPal|paypal-client-secret|PayPal client secret|medium|yes|config/{entities}.yml
Square|square-access-token|Square access token|medium|yes|.env.staging
Shopify|shopify-access-token|Shopify access token|medium|yes|scripts/import-{entities}.js
Facebook|facebook-app-secret|Facebook app secret|low|no|app/src/main/res/values/keys.xml
Telegram|telegram-bot-token|Telegram bot token|low|yes|scripts/notify.sh
Generic|generic-password|Hardcoded password|low|no|test/{entity}.spec.js,docs/setup.md
Generic|generic-api-key|Hardcoded API key|low|no|examples/{entity}.py,src/{entities}/config.js
`

export const secretKinds: readonly SecretKind[] = kinds
  .trim()
  .split('\n')
  .map((line) => {
    const [type = '', rule = '', title = '', severity = '', validated = '', paths = ''] = line.split('|')
    return {
      type,
      rule,
      title,
      // parse: the table above.
      severity: severity as Severity,
      validated: validated === 'yes',
      paths: paths.split(','),
    }
  })

/** The message of a secret's rule, in Markdown. */
export function secretMessage(kind: SecretKind): string {
  const check = kind.validated
    ? 'The scanner checked with the issuer whether it is active. See Validity.'
    : 'It cannot be validated, so treat it as active.'
  return `${kind.title} found in the repository. ${check}\n\n**Impact:** Anyone with a copy of the Git history can use it.\n\n**Fix:** Revoke it with the issuer, store a new one in the secret store, then remove it from the code. Removing it from the latest commit alone is not enough.`
}
