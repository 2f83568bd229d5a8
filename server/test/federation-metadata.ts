import { NS } from '../src/domains/federation/saml/names.ts'

const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:'
const wrapBase64 = (base64: string) => `\n${base64.replace(/.{64}/g, '$&\n')}\n`

interface Parts {
  entityId: string
  certificates: readonly string[]
  /** The number of requested attributes, to make the metadata as large as needed. */
  attributes?: number
}

/**
 * An entity as federations publish it: extensions of five namespaces, an identity provider in the same entity, old bindings,
 * several languages.
 */
export function federationMetadata({ entityId, certificates, attributes = 4 }: Parts): string {
  const host = new URL(entityId).host
  const keys = certificates.map(
    (each, n) => `
      <md:KeyDescriptor${n === 0 ? '' : ' use="signing"'}>
        <ds:KeyInfo xmlns:ds="${NS.ds}"><ds:KeyName>${host}</ds:KeyName><ds:X509Data><ds:X509SubjectName>CN=${host}</ds:X509SubjectName><ds:X509Certificate>${wrapBase64(each)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
        <md:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes128-gcm"/>
        <md:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#rsa-oaep"/>
      </md:KeyDescriptor>`,
  )
  const acs = [
    ['urn:oasis:names:tc:SAML:1.0:profiles:browser-post', '/Shibboleth.sso/SAML/POST'],
    [`${BINDING}HTTP-POST`, '/Shibboleth.sso/SAML2/POST'],
    [`${BINDING}HTTP-POST-SimpleSign`, '/Shibboleth.sso/SAML2/POST-SimpleSign'],
    [`${BINDING}HTTP-Artifact`, '/Shibboleth.sso/SAML2/Artifact'],
    [`${BINDING}PAOS`, '/Shibboleth.sso/SAML2/ECP'],
  ].map(([binding, path], n) => `<md:AssertionConsumerService Binding="${binding}" Location="https://${host}${path}" index="${n + 1}"/>`)
  const wanted = Array.from({ length: attributes }, (_, n) => `
        <md:RequestedAttribute FriendlyName="attribute${n}" Name="urn:oid:1.3.6.1.4.1.5923.1.1.1.${n}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" isRequired="${n % 2 === 0}"/>`) // prettier-ignore
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Published by a federation; do not edit. -->
<md:EntityDescriptor xmlns:md="${NS.md}" xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui" xmlns:mdattr="urn:oasis:names:tc:SAML:metadata:attribute" xmlns:mdrpi="urn:oasis:names:tc:SAML:metadata:rpi" xmlns:alg="urn:oasis:names:tc:SAML:metadata:algsupport" xmlns:idpdisc="urn:oasis:names:tc:SAML:profiles:SSO:idp-discovery-protocol" xmlns:init="urn:oasis:names:tc:SAML:profiles:SSO:request-init" xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" xmlns:remd="http://refeds.org/metadata" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="_federation" entityID="${entityId}" validUntil="2099-01-01T00:00:00.123Z" cacheDuration="P0Y0M0DT6H0M0.000S">
  <md:Extensions>
    <mdrpi:RegistrationInfo registrationAuthority="https://federation.example.org/" registrationInstant="2014-05-06T07:08:09Z"><mdrpi:RegistrationPolicy xml:lang="en">https://federation.example.org/mrps</mdrpi:RegistrationPolicy></mdrpi:RegistrationInfo>
    <mdattr:EntityAttributes><saml:Attribute xmlns:saml="${NS.saml}" Name="http://macedir.org/entity-category" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"><saml:AttributeValue xsi:type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema">http://refeds.org/category/research-and-scholarship</saml:AttributeValue></saml:Attribute></mdattr:EntityAttributes>
    <alg:DigestMethod Algorithm="${NS.xenc}sha512"/><alg:SigningMethod MinKeySize="2048" Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"/>
  </md:Extensions>
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:mace:shibboleth:1.0 ${NS.samlp}">
    <md:Extensions><shibmd:Scope regexp="false">example.org</shibmd:Scope></md:Extensions>
    <md:SingleSignOnService Binding="${BINDING}HTTP-Redirect" Location="https://${host}/idp"/>
  </md:IDPSSODescriptor>
  <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="1" protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol ${NS.samlp}">
    <md:Extensions>
      <mdui:UIInfo><mdui:DisplayName xml:lang="en">Library <!-- old name: Archive -->of Examples</mdui:DisplayName><mdui:DisplayName xml:lang="zh-CN">示例图书馆</mdui:DisplayName><mdui:Logo height="60" width="80">https://${host}/logo.png</mdui:Logo></mdui:UIInfo>
      <idpdisc:DiscoveryResponse Binding="urn:oasis:names:tc:SAML:profiles:SSO:idp-discovery-protocol" Location="https://${host}/Shibboleth.sso/Login" index="1"/>
      <init:RequestInitiator Binding="urn:oasis:names:tc:SAML:profiles:SSO:request-init" Location="https://${host}/Shibboleth.sso/Login"/>
    </md:Extensions>${keys.join('')}
    <md:ArtifactResolutionService Binding="${BINDING}SOAP" Location="https://${host}/Shibboleth.sso/Artifact/SOAP" index="1"/>
    <md:SingleLogoutService Binding="${BINDING}SOAP" Location="https://${host}/Shibboleth.sso/SLO/SOAP"/>
    <md:SingleLogoutService Binding="${BINDING}HTTP-Redirect" Location="https://${host}/Shibboleth.sso/SLO/Redirect" ResponseLocation="https://${host}/left"/>
    <md:NameIDFormat>
      urn:oasis:names:tc:SAML:2.0:nameid-format:transient
    </md:NameIDFormat>
    ${acs.join('\n    ')}
    <md:AttributeConsumingService index="1"><md:ServiceName xml:lang="en">Library</md:ServiceName>${wanted.join('')}
    </md:AttributeConsumingService>
  </md:SPSSODescriptor>
  <md:Organization><md:OrganizationName xml:lang="de">Bibliothek &amp; Archiv</md:OrganizationName><md:OrganizationDisplayName xml:lang="de">Bibliothek</md:OrganizationDisplayName><md:OrganizationURL xml:lang="de">https://${host}/</md:OrganizationURL></md:Organization>
  <md:ContactPerson contactType="other" remd:contactType="http://refeds.org/metadata/contactType/security"><md:GivenName>Sécurité</md:GivenName><md:EmailAddress>mailto:security@example.org</md:EmailAddress></md:ContactPerson>
</md:EntityDescriptor>
`
}
