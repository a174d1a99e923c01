import type { RuleFamily } from '../family.ts'

/** Answers that tell how the service is made. */
export const errorExposure: RuleFamily = {
  key: 'error-details-exposed',
  title: 'Error details exposed',
  cwe: 209,
  owasp: 'exceptions',
  severity: 'low',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Information Disclosure',
  flaw: 'The message or stack trace of an exception is returned to the caller. It reveals files, queries and versions.',
  remedy: 'Log the exception with a request id and return only the id.',
  impact: 'The details help an attacker prepare further attacks.',
  steps: ['Log the exception.', 'Return a fixed message and the request id.', 'Handle errors in one place.'],
  real: 'The message of the database driver contains the statement.',
  harmless: 'Only messages of our own error class are returned, and these are meant for users.',
  component: { tag: 'observability', risk: 'low' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'express',
          library: 'Express',
          technology: 'express',
          setup: ['app.use((error, req, res, next) => {', '  log.error({ error })'],
          flaw: ['  res.status(500).json({ «stack: error.stack» })'],
          fix: ['  res.status(500).json({ requestId: req.id })'],
          rest: ['})'],
        },
        {
          slug: 'fastify',
          library: 'Fastify',
          technology: 'fastify',
          setup: ['app.setErrorHandler((error, request, reply) => {'],
          flaw: ['  «reply.code(500).send(error)»'],
          fix: ['  reply.code(500).send({ requestId: request.id })'],
          rest: ['})'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'flask',
          library: 'Flask',
          technology: 'flask',
          setup: ['@app.errorhandler(Exception)', 'def failed(error):'],
          flaw: ['    return «traceback.format_exc()», 500'],
          fix: ['    return {"request_id": g.request_id}, 500'],
        },
        {
          slug: 'fastapi',
          library: 'FastAPI',
          technology: 'fastapi',
          setup: ['except SQLAlchemyError as error:'],
          flaw: ['    raise HTTPException(500, «detail=str(error)»)'],
          fix: ['    raise HTTPException(500, detail=request.state.request_id) from error'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'print-stack-trace',
          library: 'Servlet',
          flaw: ['«error.printStackTrace(response.getWriter())»;'],
          fix: ['response.sendError(500, requestId);'],
          setup: ['} catch (SQLException error) {'],
          rest: ['}'],
        },
        {
          slug: 'exception-handler',
          library: 'Spring',
          technology: 'spring',
          setup: ['@ExceptionHandler', 'ResponseEntity<String> failed(Exception error) {'],
          flaw: ['    return ResponseEntity.status(500).body(«error.getMessage()»);'],
          fix: ['    return ResponseEntity.status(500).body(MDC.get("requestId"));'],
          rest: ['}'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'http-error',
          library: 'net/http',
          technology: 'net-http',
          setup: ['if err != nil {'],
          flaw: ['\t«http.Error(w, err.Error(), http.StatusInternalServerError)»'],
          fix: ['\thttp.Error(w, requestID(r), http.StatusInternalServerError)'],
          rest: ['\treturn', '}'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'problem-exception',
          library: 'ASP.NET Core',
          technology: 'aspnetcore',
          flaw: ['return «StatusCode(500, error.ToString())»;'],
          fix: ['return Problem(statusCode: 500, instance: HttpContext.TraceIdentifier);'],
        },
      ],
    },
  ],
}
