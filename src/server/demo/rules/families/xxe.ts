import type { RuleFamily } from '../family.ts'

/** XML readers that follow entities. */
export const xxe: RuleFamily = {
  key: 'xxe',
  title: 'XML external entities (XXE) enabled',
  cwe: 611,
  owasp: 'xxe',
  severity: 'medium',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'XML Injection',
  flaw: 'The XML parser uses its defaults, which allow a document type to **include files and URLs** in the document.',
  remedy: 'Disable document types. If they are required, disable external entities and parameter entities.',
  impact: 'A document can make the service read local files or call internal URLs and return the result.',
  steps: [
    'Set the feature that disallows document types.',
    'Configure the parser in one shared factory.',
    'Test with a document that references `/etc/hostname`.',
  ],
  real: 'Partners send the document, and the error message contains parts of it.',
  harmless: 'The parser only reads files from the class path.',
  component: { tag: 'user data', risk: 'neutral' },
  places: [
    {
      language: 'java',
      paths: ['src/main/java/com/acme/{package}/imports/{Entity}Reader.java'],
      sinks: [
        {
          slug: 'document-builder-factory',
          library: 'DocumentBuilderFactory',
          setup: [
            'Document parse{Entity}(InputStream upload) throws Exception {',
            '    var factory = DocumentBuilderFactory.newInstance();',
          ],
          flaw: ['    return «factory.newDocumentBuilder().parse(upload)»;'],
          fix: [
            '    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);',
            '    return factory.newDocumentBuilder().parse(upload);',
          ],
          rest: ['}'],
        },
        {
          slug: 'sax-parser-factory',
          library: 'SAXParserFactory',
          setup: ['var factory = SAXParserFactory.newInstance();'],
          flaw: ['«factory.newSAXParser().parse(upload, new {Entity}Handler())»;'],
          fix: [
            'factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);',
            'factory.newSAXParser().parse(upload, new {Entity}Handler());',
          ],
        },
        {
          slug: 'xml-input-factory',
          library: 'StAX',
          setup: ['XMLInputFactory factory = XMLInputFactory.newInstance();'],
          flaw: ['XMLStreamReader reader = «factory.createXMLStreamReader(upload)»;'],
          fix: [
            'factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);',
            'XMLStreamReader reader = factory.createXMLStreamReader(upload);',
          ],
        },
        {
          slug: 'transformer-factory',
          library: 'TransformerFactory',
          severity: 'low',
          flaw: ['var transformer = «TransformerFactory.newInstance().newTransformer(sheet)»;'],
          fix: [
            'var factory = TransformerFactory.newInstance();',
            'factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");',
            'var transformer = factory.newTransformer(sheet);',
          ],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'lxml',
          library: 'lxml',
          setup: ['def read_{entity}(upload):'],
          flaw: ['    parser = «etree.XMLParser(resolve_entities=True)»'],
          fix: ['    parser = etree.XMLParser(resolve_entities=False, no_network=True)'],
          rest: ['    return etree.parse(upload, parser).getroot()'],
        },
        {
          slug: 'xml-sax',
          library: 'xml.sax',
          setup: ['parser = xml.sax.make_parser()'],
          flaw: ['«parser.setFeature(feature_external_ges, True)»'],
          fix: ['parser.setFeature(feature_external_ges, False)'],
          rest: ['parser.parse(upload)'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'xml-reader',
          library: 'XmlReader',
          flaw: ['var settings = new XmlReaderSettings { «DtdProcessing = DtdProcessing.Parse» };'],
          fix: ['var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit };'],
          rest: ['using var reader = XmlReader.Create(upload, settings);'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'libxml-noent',
          library: 'libxml',
          setup: ['$document = new DOMDocument();'],
          flaw: ['«$document->loadXML($upload, LIBXML_NOENT | LIBXML_DTDLOAD)»;'],
          fix: ['$document->loadXML($upload, LIBXML_NONET);'],
        },
      ],
    },
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'libxmljs',
          library: 'libxmljs',
          technology: 'express',
          flaw: ['const document = «libxmljs.parseXml(upload, { noent: true })»'],
          fix: ['const document = libxmljs.parseXml(upload, { noent: false, nonet: true })'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'nokogiri-noent',
          library: 'Nokogiri',
          flaw: ['document = «Nokogiri::XML(upload) { |config| config.noent }»'],
          fix: ['document = Nokogiri::XML(upload, &:nonet)'],
        },
      ],
    },
    {
      language: 'swift',
      sinks: [
        {
          slug: 'xmlparser',
          library: 'XMLParser',
          setup: ['let parser = XMLParser(data: upload)'],
          flaw: ['«parser.shouldResolveExternalEntities = true»'],
          fix: ['parser.shouldResolveExternalEntities = false'],
          rest: ['parser.parse()'],
        },
      ],
    },
  ],
}
