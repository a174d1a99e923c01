import type { RuleFamily } from '../family.ts'

/** Development switches in code that ships. */
export const debugOn: RuleFamily = {
  key: 'debug-enabled',
  title: 'Debug mode enabled',
  cwe: 489,
  owasp: 'misconfiguration',
  severity: 'medium',
  confidence: 'high',
  kind: 'audit',
  vulnerabilityClass: 'Active Debug Code',
  flaw: 'The service starts in the debug mode of its framework. Error pages then show code, variables and settings, and some frameworks provide a **console**.',
  remedy: 'Read the setting from the environment and disable it by default.',
  impact: 'An error page reveals paths, versions and values. With a console, an attacker can run code.',
  steps: [
    'Remove the constant.',
    'Set the option in the development configuration.',
    'Check the error response in production.',
  ],
  real: 'The file is the entry point that the container starts.',
  harmless: 'The line is under `if __name__ == "__main__"`, which the container never runs.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  places: [
    {
      language: 'python',
      sinks: [
        {
          slug: 'flask-run',
          library: 'Flask',
          technology: 'flask',
          setup: ['if __name__ == "__main__":'],
          flaw: ['    «app.run(host="0.0.0.0", debug=True)»'],
          fix: ['    app.run(debug=settings.debug)'],
        },
        {
          slug: 'django-debug',
          library: 'Django',
          technology: 'django',
          flaw: ['«DEBUG = True»'],
          fix: ['DEBUG = env.bool("DEBUG", default=False)'],
          rest: ['ALLOWED_HOSTS = ["{entities}.acme.example"]'],
        },
        {
          slug: 'fastapi-debug',
          library: 'FastAPI',
          technology: 'fastapi',
          flaw: ['app = «FastAPI(title="{entities}", debug=True)»'],
          fix: ['app = FastAPI(title="{entities}")'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'laravel-app-debug',
          library: 'Laravel',
          technology: 'laravel',
          flaw: ["«'debug' => true»,"],
          fix: ["'debug' => (bool) env('APP_DEBUG', false),"],
        },
        {
          slug: 'display-errors',
          library: 'PHP',
          severity: 'low',
          flaw: ["«ini_set('display_errors', '1')»;"],
          fix: ["ini_set('display_errors', '0');"],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'developer-exception-page',
          library: 'ASP.NET Core',
          technology: 'aspnetcore',
          flaw: ['«app.UseDeveloperExceptionPage()»;'],
          fix: ['if (app.Environment.IsDevelopment()) app.UseDeveloperExceptionPage();'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'pprof',
          library: 'net/http/pprof',
          technology: 'net-http',
          title: 'Profiler endpoint exposed',
          setup: ['import (', '\t"net/http"'],
          flaw: ['\t«_ "net/http/pprof"»'],
          fix: ['\t"github.com/acme/platform/admin"'],
          rest: [')'],
        },
        {
          slug: 'gin-debug-mode',
          library: 'Gin',
          technology: 'gin',
          severity: 'low',
          flaw: ['«gin.SetMode(gin.DebugMode)»'],
          fix: ['gin.SetMode(gin.ReleaseMode)'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'rails-consider-local',
          library: 'Rails',
          technology: 'rails',
          flaw: ['«config.consider_all_requests_local = true»'],
          fix: ['config.consider_all_requests_local = false'],
        },
      ],
    },
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'errorhandler',
          library: 'errorhandler',
          technology: 'express',
          flaw: ['«app.use(errorhandler())»'],
          fix: ["if (config.environment === 'development') app.use(errorhandler())"],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'spring-actuator-all',
          library: 'Spring Boot Actuator',
          technology: 'spring',
          title: 'All Spring Boot Actuator endpoints exposed',
          flaw: ['properties.put("management.endpoints.web.exposure.include", «"*"»);'],
          fix: ['properties.put("management.endpoints.web.exposure.include", "health");'],
        },
      ],
    },
  ],
}
