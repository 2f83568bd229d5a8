import { acts, fields, outcomes } from '@hufu/contract/text'
import { text as appText } from '../../../pickers/app-text.ts'
import { text as samlText } from '../saml/saml-text.ts'
import { plural, t } from '@hufu/contract/language'

const SECRET_PLACEHOLDER = 'ENTER_THE_CLIENT_SECRET'

/** Sentences of the tab that connects an application. */
export const text = {
  secret: {
    title: t('密钥只显示这一次', 'The secret is shown this once'),
    about: t(
      '下面的配置已经填好这个密钥。离开此页后不能再次查看，遗失时可更换。',
      'It is already filled into the configuration below. It cannot be seen again after you leave this page; if it is lost, change it.',
    ),
    kept: acts.savedIt,
    label: fields.clientSecret,
    holder: t('请填写客户端密钥', SECRET_PLACEHOLDER),
    missing: t(
      '密钥只在新增或更换时显示一次，请把配置中的“请填写客户端密钥”换成您保存的密钥；没有保存时可更换。',
      `A secret is shown only when it is made or changed. Put the one you saved in the place of “${SECRET_PLACEHOLDER}” in the configuration; if you have not saved it, change it.`,
    ),
    rotate: acts.rotateSecret,
  },
  kind: t('应用的软件', 'Software of the application'),
  generic: t('其他（通用）', 'Other (generic)'),
  copyOf: t(
    (file: string) => `复制 ${file} 的配置`,
    file => `Copy the configuration of ${file}`,
  ),
  copied: t('已复制', outcomes.copied),
  files: {
    '.env': t('通用配置项', 'Generic settings'),
    sh: t('在应用服务器上执行', 'Run on the server of the application'),
    occ: t('在 Nextcloud 服务器上执行', 'Run on the Nextcloud server'),
  } as Readonly<Record<string, string>>,
  /** Notes by software. */
  notes: {
    'oauth2 generic': t(
      '填写签发者或发现文档即可；须使用授权码流程和 PKCE（S256）。',
      'The issuer or the discovery document is enough; use the authorisation code flow with PKCE (S256).',
    ),
    'oauth2 apache': t(
      '启用模块 auth_openidc 和这段配置（a2enmod auth_openidc、a2enconf hufu）后重新载入 Apache。受保护的路径按回调地址所在目录填写，可按需修改。',
      'Enable the module auth_openidc and this configuration (a2enmod auth_openidc, a2enconf hufu), then reload Apache. The protected path is the folder of the redirect address; change it as needed.',
    ),
    'oauth2 nginx': t(
      '须使用 OpenResty 并安装 lua-resty-openidc，http 段中须有 resolver 和 lua_ssl_trusted_certificate。proxy_pass 请改为应用的实际地址。',
      'Needs OpenResty with lua-resty-openidc, and resolver and lua_ssl_trusted_certificate in the http block. Change proxy_pass to the real address of the application.',
    ),
    'oauth2 spring': t(
      '依赖 spring-boot-starter-oauth2-client。机密客户端默认不使用 PKCE，因此须保留第二段配置（Spring Security 7 起默认使用）。',
      'Depends on spring-boot-starter-oauth2-client. Confidential clients do not use PKCE by default, so keep the second part (Spring Security 7 and later do).',
    ),
    'oauth2 dotnet': t(
      '引用 Microsoft.AspNetCore.Authentication.OpenIdConnect，并在授权之前调用 UseAuthentication。',
      'Reference Microsoft.AspNetCore.Authentication.OpenIdConnect, and call UseAuthentication before authorisation.',
    ),
    'oauth2 grafana': t(
      '修改后重新启动 Grafana；角色可用 role_attribute_path 由 groups 换算。',
      'Restart Grafana after the change; roles can be worked out from groups with role_attribute_path.',
    ),
    'oauth2 gitlab': t('修改后执行 gitlab-ctl reconfigure。', 'Run gitlab-ctl reconfigure after the change.'),
    'oauth2 jenkins': t(
      '须安装 oic-auth 插件 4.4 以上和 configuration-as-code 插件。安全域会被整体替换，请先按插件说明设置应急账号。',
      'Needs the plug-ins oic-auth 4.4 or later and configuration-as-code. The security realm is replaced as a whole; set up an emergency account first, as the plug-in describes.',
    ),
    'oauth2 nextcloud': t(
      '本系统在内网时，还须设置 allow_local_remote_servers 为 true。',
      'Where this system is in an internal network, also set allow_local_remote_servers to true.',
    ),
    'cas generic': t(
      '多数客户端只需服务器地址；校验请使用 p3/serviceValidate，才能收到姓名、机构等属性。',
      'Most clients only need the server address; validate with p3/serviceValidate to receive attributes such as name and organisation.',
    ),
    'cas apache': t(
      '启用模块 auth_cas 和这段配置后重新载入 Apache；缓存目录须由运行 Apache 的账号写入。',
      'Enable the module auth_cas and this configuration, then reload Apache; the account Apache runs as must be able to write to the cache folder.',
    ),
    'cas spring': t(
      '依赖 spring-security-cas；另须按其说明把 CasAuthenticationFilter 和 CasAuthenticationProvider 装入过滤链。',
      'Depends on spring-security-cas; also put CasAuthenticationFilter and CasAuthenticationProvider into the filter chain as it describes.',
    ),
    'saml generic': t(
      '多数软件导入元数据地址即可，其余各项无须逐一填写。',
      'Most software only has to import the metadata address; nothing else needs to be entered.',
    ),
    'saml apache': t(
      '应用须使用 https 地址，否则浏览器不会带回登录所需的 Cookie。先执行第一段生成密钥和元数据，把 sp.xml 导入本应用的“对方”页，再启用第二段配置。',
      'The application needs an https address, or browsers do not send back the cookie sign-in depends on. Run the first part to make the key and the metadata, import sp.xml on the tab “Service provider” of this application, then enable the second part.',
    ),
  } as Readonly<Record<string, string>>,
  path: t(
    (address: string) => `这个软件的回调地址是 ${address}，尚未登记。`,
    address => `The redirect address of this software is ${address}, which is not registered yet.`,
  ),
  register: t('登记这个地址', 'Register this address'),
  noAddress: t('尚未登记回调地址', 'No redirect address registered yet'),
  toAddresses: t('去登记', 'Register one'),
  wait: {
    title: t('接入进度', 'Progress'),
    waiting: t('等待第一次登录…', 'Waiting for the first sign-in…'),
    waitingHint: t(
      '请在应用中点登录。收到的请求和其中的错误会立即显示在这里。',
      'Sign in from the application. Requests received and what is wrong with them are shown here at once.',
    ),
    done: t('接入成功', 'Connected'),
    doneAt: t(
      (time: string) => `第一次登录完成于 ${time}`,
      time => `First sign-in completed ${time}`,
    ),
    visited: t(
      (name: string) => `${name} 已通过登录，但应用还没有来换取结果。请检查应用所在的服务器能否访问本系统的地址。`,
      name =>
        `${name} has signed in, but the application has not fetched the result yet. Check that its server can reach the address of this system.`,
    ),
    faulted: t(
      (name: string, problem: string) => `${name} ${problem}`,
      (name, problem) => `${name}: ${problem}`,
    ),
    someone: t('有人', 'Somebody'),
    refused: t('最近的错误请求', 'Latest faulty requests'),
    none: t('还没有收到错误的请求', 'No faulty requests received yet'),
    idle: t('页面已停止刷新，移动鼠标继续', 'This page has stopped refreshing; move the mouse to go on'),
    sent: t('收到', 'Received'),
    registered: t('登记', 'Registered'),
    fixed: t('现在已经一致', 'They are the same now'),
  },
  next: {
    title: t('下一步', acts.nextStep),
    grant: acts.grant,
    grantHint: t('没有授权的用户不能打开这个应用。', 'Users without a grant cannot open this application.'),
    granted: t(
      (count: number) => `已有 ${count} 项授权。`,
      count => `There ${count === 1 ? 'is' : 'are'} ${plural(count, 'grant')} already.`,
    ),
    test: acts.testSignIn,
    testHint: t('看看某位用户登录时应用会收到什么。', 'See what the application receives when a certain user signs in.'),
  },
  visitProblems: appText.visitProblems,
  differences: {
    same: t('完全一致', 'exactly the same'),
    slash: t('只差末尾的斜杠 /', 'only the / at the end differs'),
    scheme: t('http 与 https 不同', 'http and https differ'),
    host: t('主机名不同', 'the host differs'),
    port: t('端口不同', 'the port differs'),
    case: t('字母大小写不同', 'upper and lower case differ'),
    path: t('路径不同', 'the path differs'),
    query: t('问号之后的参数不同', 'what follows the question mark differs'),
    other: t('写法不同', 'written differently'),
  },
  problems: {
    ...samlText.refusals.problems,
    disabled: t('应用已停用，启用后才能登录', 'The application is disabled; users can sign in once it is enabled'),
    clientId: t(`${fields.clientId}（client_id）不正确`, `The ${fields.clientId} (client_id) is not correct`),
    redirectUri: t('回调地址（redirect_uri）与登记的不一致', 'The redirect address (redirect_uri) is not one of those registered'),
    redirectMissing: t('请求中没有回调地址（redirect_uri）', 'The request has no redirect address (redirect_uri)'),
    responseType: t('响应类型（response_type）不支持，应为 code', 'The response type (response_type) is not supported; it should be code'),
    scope: t(
      '范围（scope）不正确，应包含 openid，例如 openid profile email',
      'The scope is not correct; it should have openid in it, such as openid profile email',
    ),
    pkceMissing: t(
      '请求中没有 PKCE（code_challenge），请在应用中开启 PKCE，方法为 S256',
      'The request has no PKCE (code_challenge); switch PKCE on in the application, with the method S256',
    ),
    pkceMethod: t(
      'PKCE 的方法（code_challenge_method）不支持，应为 S256',
      'The PKCE method (code_challenge_method) is not supported; it should be S256',
    ),
    pkceVerifier: t(
      'PKCE 的校验值（code_verifier）与登录请求不对应：应用有多个节点时，会话须共享',
      'The PKCE verifier (code_verifier) does not belong to the sign-in request: if the application has several nodes, they must share sessions',
    ),
    secret: t(
      '客户端密钥（client_secret）不正确：请重新粘贴，注意首尾空格；没有保存时可更换',
      'The client secret (client_secret) is not correct: paste it again and mind blanks at both ends; if you have not saved it, change it',
    ),
    secretMissing: t(
      '没有收到正确的客户端身份：应使用 client_secret_basic 或 client_secret_post 之一',
      'The client did not prove itself correctly: use client_secret_basic or client_secret_post',
    ),
    certificate: t(
      '没有收到应用的证书，或证书不是登记的：应用须向双向 TLS 的地址（mtls_endpoint_aliases）请求，并出示登记的证书',
      'The certificate of the application did not arrive, or is not the one registered: the application must send requests to the addresses for mutual TLS (mtls_endpoint_aliases) and show its registered certificate',
    ),
    code: t(
      '授权码（code）已使用、已过期或不是本系统签发：授权码只能用一次，有效期很短，请检查应用服务器的时钟和重复提交',
      'The authorisation code is used, expired or not ours: a code works once and for a short time only; check the clock of the application server and requests sent twice',
    ),
    codeRedirect: t(
      '换取令牌时的回调地址（redirect_uri）与登录请求中的不同',
      'The redirect address (redirect_uri) for the token is not the one of the sign-in request',
    ),
    grantType: t(
      '授权类型（grant_type）不支持，应为 authorization_code',
      'The grant type (grant_type) is not supported; it should be authorization_code',
    ),
    parameter: t('请求的参数不正确', 'The parameters of the request are not correct'),
    service: t('服务地址（service）没有登记', 'The service address (service) is not registered'),
    serviceChanged: t(
      '校验票据时的服务地址（service）与登录时的不同',
      'The service address (service) at validation is not the one of the sign-in',
    ),
    ticket: t(
      '票据（ticket）已使用、已过期或不是本系统签发：票据只能用一次，10 秒内有效，请检查应用服务器的时钟和网络',
      'The ticket is used, expired or not ours: a ticket works once and within 10 seconds; check the clock and the network of the application server',
    ),
  },
} as const
