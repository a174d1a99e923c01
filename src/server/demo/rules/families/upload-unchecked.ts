import type { RuleFamily } from '../family.ts'

/** Uploads stored under the name and type that the sender gave. */
export const uploadUnchecked: RuleFamily = {
  key: 'unchecked-upload',
  title: 'Unrestricted file upload',
  cwe: 20,
  owasp: 'design',
  severity: 'medium',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Improper Validation',
  flaw: 'An uploaded file is stored under the name supplied by the client, without a check of its type or size. An uploaded page or script is then served from our domain.',
  remedy:
    'Store each file under a generated id, keep the original name as data, check type and size, and serve uploads from another host.',
  impact: 'An attacker can have a file opened or executed as part of our site.',
  steps: [
    'Generate the stored name.',
    'Check the type by the first bytes.',
    'Set a size limit in the middleware.',
  ],
  real: 'The folder is served statically, and there is no size limit.',
  harmless: 'The storage service renames each object and serves it as an attachment.',
  component: { tag: 'user data', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'multer',
          library: 'Multer',
          technology: 'express',
          setup: ['const storage = multer.diskStorage({', "  destination: 'public/{entities}',"],
          flaw: ['  «filename: (req, file, done) => done(null, file.originalname),»'],
          fix: ['  filename: (req, file, done) => done(null, randomUUID()),'],
          rest: ['})'],
        },
        {
          slug: 'formidable',
          library: 'formidable',
          technology: 'koa',
          flaw: ["const form = «formidable({ keepExtensions: true, uploadDir: 'public' })»"],
          fix: [
            "const form = formidable({ uploadDir: 'storage', maxFileSize: LIMIT, filter: acceptedTypes })",
          ],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'flask-save',
          library: 'Werkzeug',
          technology: 'flask',
          setup: ["upload = request.files['{entity}']"],
          flaw: ['«upload.save(os.path.join(UPLOADS, upload.filename))»'],
          fix: ['upload.save(UPLOADS / str(uuid4()))'],
        },
        {
          slug: 'django-storage',
          library: 'Django storage',
          technology: 'django',
          setup: ["upload = request.FILES['{entity}']"],
          flaw: ['«default_storage.save(upload.name, upload)»'],
          fix: ['default_storage.save(f"{entities}/{uuid4()}", checked(upload))'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'multipart-file',
          library: 'MultipartFile',
          technology: 'spring',
          setup: [
            '@PostMapping("/{route}/files")',
            'void upload(@RequestParam MultipartFile file) throws IOException {',
          ],
          flaw: ['    «file.transferTo(new File(UPLOADS, file.getOriginalFilename()))»;'],
          fix: ['    file.transferTo(new File(UPLOADS, UUID.randomUUID().toString()));'],
          rest: ['}'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'move-uploaded-file',
          library: 'move_uploaded_file',
          setup: ["$upload = $_FILES['{entity}'];"],
          flaw: ["«move_uploaded_file($upload['tmp_name'], 'public/' . $upload['name'])»;"],
          fix: ["move_uploaded_file($upload['tmp_name'], $this->newPath($upload));"],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'form-file',
          library: 'IFormFile',
          technology: 'aspnetcore',
          flaw: ['var path = «Path.Combine(_uploads, file.FileName)»;'],
          fix: ['var path = Path.Combine(_uploads, Guid.NewGuid().ToString());'],
          rest: ['await using var target = System.IO.File.Create(path);', 'await file.CopyToAsync(target);'],
        },
      ],
    },
  ],
}
