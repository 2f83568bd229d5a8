import { discoveryOf, quoted, siteOf, type Recipe } from './recipe.ts'

export const openidProducts: readonly Recipe[] = [
  {
    key: 'grafana',
    protocol: 'oauth2',
    name: 'Grafana',
    path: '/login/generic_oauth',
    parts: values => [
      {
        file: '/etc/grafana/grafana.ini',
        config: `[server]
root_url = ${siteOf(values.address)}/

[auth.generic_oauth]
enabled = true
name = ${values.name}
allow_sign_up = true
client_id = ${values.clientId}
client_secret = ${values.secret}
scopes = openid profile email groups
auth_url = ${values.issuer}/auth
token_url = ${values.issuer}/token
api_url = ${values.issuer}/me
login_attribute_path = preferred_username
name_attribute_path = name
groups_attribute_path = groups
use_pkce = true`,
      },
    ],
  },
  {
    key: 'gitlab',
    protocol: 'oauth2',
    name: 'GitLab',
    path: '/users/auth/openid_connect/callback',
    parts: values => [
      {
        file: '/etc/gitlab/gitlab.rb',
        config: `gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
gitlab_rails['omniauth_block_auto_created_users'] = false
gitlab_rails['omniauth_providers'] = [
  {
    name: "openid_connect",
    label: ${quoted(values.name)},
    args: {
      name: "openid_connect",
      scope: ["openid", "profile", "email"],
      response_type: "code",
      issuer: "${values.issuer}",
      discovery: true,
      client_auth_method: "basic",
      uid_field: "preferred_username",
      send_scope_to_token_endpoint: "false",
      pkce: true,
      client_options: {
        identifier: "${values.clientId}",
        secret: "${values.secret}",
        redirect_uri: "${values.address}"
      }
    }
  }
]`,
      },
    ],
  },
  {
    key: 'jenkins',
    protocol: 'oauth2',
    name: 'Jenkins oic-auth',
    path: '/securityRealm/finishLogin',
    parts: values => [
      {
        file: 'jenkins.yaml',
        config: `jenkins:
  securityRealm:
    oic:
      clientId: "${values.clientId}"
      clientSecret: "${values.secret}"
      serverConfiguration:
        wellKnown:
          wellKnownOpenIDConfigurationUrl: "${discoveryOf(values)}"
          scopesOverride: "openid profile email groups"
      userNameField: "preferred_username"
      fullNameFieldName: "name"
      emailFieldName: "email"
      groupsFieldName: "groups"
      properties:
        - "pkce"
unclassified:
  location:
    url: "${siteOf(values.address)}/"`,
      },
    ],
  },
  {
    key: 'nextcloud',
    protocol: 'oauth2',
    name: 'Nextcloud user_oidc',
    path: '/apps/user_oidc/code',
    parts: values => [
      {
        file: 'occ',
        config: `php occ app:install user_oidc
php occ config:system:set user_oidc use_pkce --value=true --type=boolean
php occ user_oidc:provider hufu \\
  --clientid='${values.clientId}' \\
  --clientsecret='${values.secret}' \\
  --discoveryuri='${discoveryOf(values)}' \\
  --scope='openid profile email groups' \\
  --unique-uid=0 \\
  --mapping-uid=preferred_username \\
  --mapping-display-name=name \\
  --mapping-email=email`,
      },
    ],
  },
]
