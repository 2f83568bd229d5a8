import { folderOf, siteOf, type Recipe } from './recipe.ts'

export const cas: readonly Recipe[] = [
  {
    key: 'generic',
    protocol: 'cas',
    name: '',
    parts: ({ origin, address }) => [
      {
        file: '.env',
        config: `CAS_SERVER_URL=${origin}/protocols/cas
CAS_LOGIN_URL=${origin}/protocols/cas/login
CAS_VALIDATE_URL=${origin}/protocols/cas/p3/serviceValidate
CAS_LOGOUT_URL=${origin}/protocols/cas/logout
CAS_SERVICE=${address}
CAS_VERSION=3`,
      },
    ],
  },
  {
    key: 'apache',
    protocol: 'cas',
    name: 'Apache mod_auth_cas',
    parts: ({ origin, address }) => [
      {
        file: '/etc/apache2/conf-available/hufu.conf',
        config: `CASVersion 2
CASCookiePath /var/cache/apache2/mod_auth_cas/
CASLoginURL ${origin}/protocols/cas/login
CASValidateURL ${origin}/protocols/cas/p3/serviceValidate
CASSSOEnabled On
CASAttributePrefix CAS-
CASAttributeDelimiter ;
<Location ${folderOf(address)}>
  AuthType CAS
  CASAuthNHeader CAS-User
  CASScope ${folderOf(address).replace(/(.)\/$/, '$1')}
  Require valid-user
</Location>`,
      },
    ],
  },
  {
    key: 'spring',
    protocol: 'cas',
    name: 'Spring Security CAS',
    path: '/login/cas',
    parts: ({ origin, address }) => [
      {
        file: 'SecurityConfiguration.java',
        config: `@Bean
ServiceProperties serviceProperties() {
  var properties = new ServiceProperties();
  properties.setService("${address}");
  return properties;
}

@Bean
CasAuthenticationEntryPoint casEntryPoint(ServiceProperties properties) {
  var entryPoint = new CasAuthenticationEntryPoint();
  entryPoint.setLoginUrl("${origin}/protocols/cas/login");
  entryPoint.setServiceProperties(properties);
  return entryPoint;
}

@Bean
TicketValidator ticketValidator() {
  return new Cas30ServiceTicketValidator("${origin}/protocols/cas");
}`,
      },
    ],
  },
]

export const saml: readonly Recipe[] = [
  {
    key: 'generic',
    protocol: 'saml',
    name: '',
    parts: ({ origin, address }) => [
      {
        file: '.env',
        config: `SAML_IDP_METADATA=${origin}/protocols/saml/metadata
SAML_IDP_ENTITY_ID=${origin}/protocols/saml/metadata
SAML_IDP_SSO_URL=${origin}/protocols/saml/sso
SAML_IDP_SLO_URL=${origin}/protocols/saml/slo
SAML_SP_ACS_URL=${address}`,
      },
    ],
  },
  {
    key: 'apache',
    protocol: 'saml',
    name: 'Apache mod_auth_mellon',
    path: '/mellon/postResponse',
    parts: ({ origin, address }) => [
      {
        file: 'sh',
        config: `mkdir -p /etc/apache2/mellon && cd /etc/apache2/mellon
mellon_create_metadata ${siteOf(address)}/mellon/metadata ${siteOf(address)}/mellon
mv *.key sp.key && mv *.cert sp.cert && mv *.xml sp.xml
curl -fsS -o idp.xml ${origin}/protocols/saml/metadata`,
      },
      {
        file: '/etc/apache2/conf-available/hufu.conf',
        config: `<Location />
  MellonEnable info
  MellonEndpointPath /mellon
  MellonSPPrivateKeyFile /etc/apache2/mellon/sp.key
  MellonSPCertFile /etc/apache2/mellon/sp.cert
  MellonSPMetadataFile /etc/apache2/mellon/sp.xml
  MellonIdPMetadataFile /etc/apache2/mellon/idp.xml
  MellonSecureCookie ${address.startsWith('https:') ? 'On' : 'Off'}
  MellonMergeEnvVars On
  MellonSignatureMethod rsa-sha256
</Location>
<LocationMatch "^/(?!mellon/)">
  AuthType Mellon
  MellonEnable auth
  Require valid-user
</LocationMatch>`,
      },
    ],
  },
]
