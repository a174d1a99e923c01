import type { RuleFamily } from '../family.ts'

/** Tokens that are read but not checked. */
export const jwtUnverified: RuleFamily = {
  key: 'jwt-not-verified',
  title: 'JWT signature not verified',
  cwe: 347,
  owasp: 'authentication',
  severity: 'high',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Improper Authentication',
  flaw: 'The claims of a JSON Web Token are used without **verifying its signature**. Anyone can create such a token.',
  remedy:
    'Verify the token with the key of the issuer, specify the accepted algorithm, and check audience and expiry in the same call.',
  impact: 'An attacker can impersonate any user by writing their id into a token.',
  steps: [
    'Replace decoding with verification.',
    'Specify the algorithm.',
    'Test with an altered payload and with `alg: none`.',
  ],
  real: 'The decoded subject determines which {entity} is returned.',
  harmless: 'The gateway verifies the same token, and the service is only reachable through it.',
  component: { tag: 'user authentication', risk: 'high' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'jsonwebtoken-decode',
          library: 'jsonwebtoken',
          setup: ["const token = ‹req.headers.authorization›.replace('Bearer ', '')"],
          flaw: ['const claims = «jwt.decode(token)»'],
          fix: [
            "const claims = jwt.verify(token, publicKey, { algorithms: ['RS256'], audience: '{entity}' })",
          ],
          rest: ['const {entity} = await load{Entity}(claims.sub)'],
        },
        {
          slug: 'jsonwebtoken-none',
          library: 'jsonwebtoken',
          severity: 'critical',
          title: 'JWT algorithm "none" accepted: jsonwebtoken',
          flaw: ["const claims = «jwt.verify(token, key, { algorithms: ['none', 'HS256'] })»"],
          fix: ["const claims = jwt.verify(token, key, { algorithms: ['HS256'] })"],
        },
        {
          slug: 'jwt-decode',
          library: 'jwt-decode',
          flaw: ['const { sub, roles } = «jwtDecode(token)»'],
          fix: ['const { payload: { sub, roles } } = await jwtVerify(token, keys)'],
          rest: ["if (roles.includes('admin')) allow(sub)"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'pyjwt',
          library: 'PyJWT',
          setup: ['token = ‹request.headers["Authorization"]›.removeprefix("Bearer ")'],
          flaw: ['claims = «jwt.decode(token, options={"verify_signature": False})»'],
          fix: ['claims = jwt.decode(token, key, algorithms=["RS256"], audience="{entity}")'],
          rest: ['user = load_user(claims["sub"])'],
        },
        {
          slug: 'python-jose',
          library: 'python-jose',
          flaw: ['claims = «jwt.get_unverified_claims(token)»'],
          fix: ['claims = jwt.decode(token, key, algorithms="RS256")'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'auth0-decode',
          library: 'java-jwt',
          flaw: ['DecodedJWT token = «JWT.decode(header.substring(7))»;'],
          fix: ['DecodedJWT token = verifier.verify(header.substring(7));'],
          rest: ['String owner = token.getSubject();'],
        },
        {
          slug: 'jjwt-parse',
          library: 'JJWT',
          flaw: [
            'Claims claims = «Jwts.parser().unsecured().build().parseUnsecuredClaims(token)».getPayload();',
          ],
          fix: [
            'Claims claims = Jwts.parser().verifyWith(key).build().parseSignedClaims(token).getPayload();',
          ],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'golang-jwt',
          library: 'golang-jwt',
          setup: ['claims := jwt.MapClaims{}'],
          flaw: ['_, _, err := «jwt.NewParser().ParseUnverified(raw, claims)»'],
          fix: ['_, err := jwt.ParseWithClaims(raw, claims, s.key, jwt.WithValidMethods([]string{"RS256"}))'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'firebase-jwt',
          library: 'php-jwt',
          flaw: ["$claims = «json_decode(base64_decode(explode('.', $token)[1]))»;"],
          fix: ["$claims = JWT::decode($token, new Key($publicKey, 'RS256'));"],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'read-jwt-token',
          library: 'JwtSecurityTokenHandler',
          flaw: ['var token = «handler.ReadJwtToken(header)»;'],
          fix: ['handler.ValidateToken(header, _parameters, out var token);'],
        },
        {
          slug: 'validate-lifetime',
          library: 'TokenValidationParameters',
          severity: 'medium',
          title: 'JWT lifetime not validated: ASP.NET Core',
          flaw: ['var parameters = new TokenValidationParameters { «ValidateLifetime = false» };'],
          fix: ['var parameters = new TokenValidationParameters { ValidateLifetime = true };'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'ruby-jwt',
          library: 'ruby-jwt',
          flaw: ['claims, = «JWT.decode(token, nil, false)»'],
          fix: ["claims, = JWT.decode(token, key, true, algorithms: ['RS256'])"],
        },
      ],
    },
  ],
}
