import { SCOPES, discoveryOf, folderOf, pathOf, quoted, type Recipe } from './recipe.ts'

export const openidServers: readonly Recipe[] = [
  {
    key: 'generic',
    protocol: 'oauth2',
    name: '',
    parts: values => [
      {
        file: '.env',
        config: `OIDC_ISSUER=${values.issuer}
OIDC_DISCOVERY=${discoveryOf(values)}
OIDC_CLIENT_ID=${values.clientId}
OIDC_CLIENT_SECRET=${values.secret}
OIDC_REDIRECT_URI=${values.address}
OIDC_SCOPE=${quoted(SCOPES.join(' '))}
OIDC_RESPONSE_TYPE=code
OIDC_PKCE_METHOD=S256
OIDC_TOKEN_ENDPOINT_AUTH_METHOD=client_secret_basic`,
      },
    ],
  },
  {
    key: 'apache',
    protocol: 'oauth2',
    name: 'Apache mod_auth_openidc',
    parts: values => [
      {
        file: '/etc/apache2/conf-available/hufu.conf',
        config: `OIDCProviderMetadataURL ${discoveryOf(values)}
OIDCClientID ${values.clientId}
OIDCClientSecret ${values.secret}
OIDCRedirectURI ${values.address}
OIDCCryptoPassphrase ${values.passphrase}
OIDCScope "${SCOPES.join(' ')}"
OIDCPKCEMethod S256
OIDCRemoteUserClaim preferred_username
OIDCPassClaimsAs environment
<Location ${folderOf(values.address)}>
  AuthType openid-connect
  Require valid-user
</Location>`,
      },
    ],
  },
  {
    key: 'nginx',
    protocol: 'oauth2',
    name: 'nginx lua-resty-openidc',
    parts: values => [
      {
        file: '/usr/local/openresty/nginx/conf/nginx.conf',
        config: `location ${folderOf(values.address)} {
  access_by_lua_block {
    local result, problem = require("resty.openidc").authenticate({
      discovery = "${discoveryOf(values)}",
      client_id = "${values.clientId}",
      client_secret = "${values.secret}",
      redirect_uri = "${values.address}",
      scope = "${SCOPES.join(' ')}",
      use_pkce = true,
    })
    if problem then
      ngx.log(ngx.ERR, problem)
      return ngx.exit(ngx.HTTP_INTERNAL_SERVER_ERROR)
    end
    ngx.req.set_header("X-User", result.id_token.preferred_username)
  }
  proxy_pass http://127.0.0.1:8080;
}`,
      },
    ],
  },
  {
    key: 'spring',
    protocol: 'oauth2',
    name: 'Spring Boot',
    path: '/login/oauth2/code/hufu',
    parts: values => [
      {
        file: 'application.yml',
        config: `spring:
  security:
    oauth2:
      client:
        registration:
          hufu:
            client-id: "${values.clientId}"
            client-secret: "${values.secret}"
            authorization-grant-type: authorization_code
            redirect-uri: ${quoted(values.address)}
            scope: openid, profile, email
        provider:
          hufu:
            issuer-uri: ${values.issuer}
            user-name-attribute: preferred_username`,
      },
      {
        file: 'SecurityConfiguration.java',
        config: `@Bean
SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
  var resolver = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
  resolver.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
  return http
    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
    .oauth2Login(login -> login.authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(resolver)))
    .build();
}`,
      },
    ],
  },
  {
    key: 'dotnet',
    protocol: 'oauth2',
    name: 'ASP.NET Core',
    path: '/signin-oidc',
    parts: values => [
      {
        file: 'Program.cs',
        config: `builder.Services
  .AddAuthentication(options => {
    options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
    options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
  })
  .AddCookie()
  .AddOpenIdConnect(options => {
    options.Authority = "${values.issuer}";
    options.ClientId = "${values.clientId}";
    options.ClientSecret = "${values.secret}";
    options.CallbackPath = "${pathOf(values.address)}";
    options.ResponseType = OpenIdConnectResponseType.Code;
    options.UsePkce = true;
    options.MapInboundClaims = false;
    options.TokenValidationParameters.NameClaimType = "preferred_username";
    options.Scope.Clear();
${SCOPES.slice(0, 3)
  .map(scope => `    options.Scope.Add("${scope}");`)
  .join('\n')}
    options.SaveTokens = true;
  });`,
      },
    ],
  },
]
