import { readPackages } from './catalogue.ts'

/** Packages of Packagist. */
export const composerPackages = readPackages(
  'composer',
  `
laravel/sanctum MIT v4.0.3
laravel/tinker MIT v2.10.0
laravel/horizon MIT v5.29.3
laravel/serializable-closure MIT v2.0.0
symfony/console MIT v7.1.8 v6.4.15
symfony/http-kernel MIT v7.1.8 v6.4.15
symfony/routing MIT v7.1.6
symfony/mailer MIT v7.1.6
symfony/event-dispatcher MIT v7.1.6
symfony/finder MIT v7.1.6
symfony/string MIT v7.1.8
symfony/translation MIT v7.1.6
symfony/var-dumper MIT v7.1.8
symfony/yaml MIT v7.1.6
symfony/polyfill-mbstring MIT v1.31.0
symfony/polyfill-php80 MIT v1.31.0
symfony/security-core MIT v7.1.8
symfony/form MIT v7.1.6
symfony/validator MIT v7.1.8
doctrine/orm MIT 3.3.0 2.20.0
doctrine/dbal MIT 4.2.1 3.9.3
doctrine/inflector MIT 2.0.10
doctrine/lexer MIT 3.0.1
monolog/monolog MIT 3.8.0 2.10.0
nesbot/carbon MIT 3.8.2
ramsey/uuid MIT 4.7.6
ramsey/collection MIT 2.0.0
guzzlehttp/promises MIT 2.0.4
psr/log MIT 3.0.2
psr/container MIT 2.0.2
psr/http-message MIT 2.0
psr/http-client MIT 1.0.3
psr/cache MIT 3.0.0
nikic/php-parser BSD-3-Clause v5.3.1
vlucas/phpdotenv BSD-3-Clause v5.6.1
league/oauth2-server MIT 9.0.1
league/flysystem-aws-s3-v3 MIT 3.29.0
league/mime-type-detection MIT 1.16.0
aws/aws-sdk-php Apache-2.0 3.330.1
stripe/stripe-php MIT v16.2.0
predis/predis MIT v2.2.2
phpoffice/phpword LGPL-3.0-only 1.3.0
firebase/php-jwt BSD-3-Clause v6.10.1
lcobucci/jwt BSD-3-Clause 5.4.2
phpunit/phpunit BSD-3-Clause 11.4.3 10.5.38
mockery/mockery BSD-3-Clause 1.6.12
fakerphp/faker MIT v1.24.1
phpstan/phpstan MIT 1.12.11
friendsofphp/php-cs-fixer MIT v3.64.0
brick/math MIT 0.12.1
egulias/email-validator MIT 4.0.2
dragonmantank/cron-expression MIT v3.4.0
sebastian/comparator BSD-3-Clause 6.2.1
sentry/sentry-laravel MIT 4.10.0
spatie/laravel-permission MIT 6.10.1
`,
)
