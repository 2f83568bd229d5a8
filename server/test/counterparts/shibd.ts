import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, startProgram } from './program.ts'

const SHIBD = '/usr/sbin/shibd'
const logger = (file: string) => `log4j.rootCategory=INFO, file
log4j.appender.file=org.apache.log4j.FileAppender
log4j.appender.file.fileName=${file}
log4j.appender.file.layout=org.apache.log4j.PatternLayout
log4j.appender.file.layout.ConversionPattern=%p %c %m%n
`
const attribute = (name: string, id: string, format = 'basic') =>
  `<Attribute name="${name}" id="${id}" nameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:${format}"/>`

interface Shibd {
  folder: string
  /** The address of its Apache. */
  site: string
  idp: string
}

/** The files of a Shibboleth service provider, which its daemon and Apache both read. */
export async function writeShibboleth({ folder, site, idp }: Shibd): Promise<void> {
  await mkdir(join(folder, 'run'))
  await chmod(join(folder, 'run'), 0o777)
  for (const name of ['shibd', 'native']) await writeFile(join(folder, `${name}.logger`), logger(join(folder, 'run', `${name}.log`)))
  await writeFile(
    join(folder, 'attribute-map.xml'),
    `<Attributes xmlns="urn:mace:shibboleth:2.0:attribute-map">
${attribute('urn:oid:2.16.840.1.113730.3.1.241', 'realName', 'uri')}
${attribute('roles', 'roles')}
${attribute('org', 'org')}
<Attribute name="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" id="persistent-id">
  <AttributeDecoder xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="NameIDAttributeDecoder" formatter="$Name" defaultQualifiers="true"/>
</Attribute>
</Attributes>`,
  )
  await writeFile(
    join(folder, 'shibboleth2.xml'),
    `<SPConfig xmlns="urn:mace:shibboleth:3.0:native:sp:config" clockSkew="60">
<OutOfProcess logger="${folder}/shibd.logger"/>
<InProcess logger="${folder}/native.logger"/>
<UnixListener address="${folder}/run/shibd.sock"/>
<ApplicationDefaults entityID="${site}/shibboleth" REMOTE_USER="persistent-id" signing="true" homeURL="${site}/open/">
  <Sessions lifetime="28800" timeout="3600" relayState="ss:mem" checkAddress="false" consistentAddress="false" handlerSSL="false" cookieProps="http">
    <SSO entityID="${idp}">SAML2</SSO>
    <Logout>SAML2 Local</Logout>
    <SessionInitiator type="SAML2" Location="/ByPost" entityID="${idp}" outgoingBindings="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"/>
    <Handler type="MetadataGenerator" Location="/Metadata" signing="false"/>
  </Sessions>
  <MetadataProvider type="XML" path="${folder}/idp.xml"/>
  <AttributeExtractor type="XML" path="${folder}/attribute-map.xml"/>
  <CredentialResolver type="File" key="${folder}/key.pem" certificate="${folder}/cert.pem"/>
</ApplicationDefaults>
<SecurityPolicyProvider type="XML" path="/etc/shibboleth/security-policy.xml"/>
<ProtocolProvider type="XML" path="/etc/shibboleth/protocols.xml"/>
</SPConfig>`,
  )
}

export const apacheFor = (folder: string): string => `
ShibConfig ${folder}/shibboleth2.xml
ShibCompatValidUser On
<Location /Shibboleth.sso>
  SetHandler shib
</Location>
<Location /in/>
  AuthType shibboleth
  ShibRequestSetting requireSession 1
  Require valid-user
</Location>`

export const startShibd = (folder: string): Promise<Program> =>
  startProgram({
    command: SHIBD,
    args: [
      '-f',
      '-F',
      '-u',
      'www-data',
      '-g',
      'www-data',
      '-c',
      join(folder, 'shibboleth2.xml'),
      '-p',
      join(folder, 'run', 'pid'),
      '-w',
      '20',
    ],
    isReady: async () => existsSync(join(folder, 'run', 'shibd.sock')),
  })
