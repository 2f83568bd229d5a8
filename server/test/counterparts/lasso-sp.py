"""A service provider on lasso, for python-sp.test.ts: signed requests, signed and encrypted answers, sign-out both ways."""

import html
import re
from urllib.parse import urlparse

import lasso

from sp_site import base, folder, serve, sessions

ENTITY = base + "/metadata"
REDIRECT, POST = lasso.HTTP_METHOD_REDIRECT, lasso.HTTP_METHOD_POST
KEY, CERTIFICATE = folder + "/key.pem", folder + "/cert.pem"
bare = "".join(open(CERTIFICATE, encoding="ascii").read().split("\n")[1:-2])
key_info = (
    '<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>%s'
    "</ds:X509Certificate></ds:X509Data></ds:KeyInfo>" % bare
)
METADATA = """<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{entity}">
<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor use="signing">{key}</md:KeyDescriptor><md:KeyDescriptor use="encryption">{key}</md:KeyDescriptor>
<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="{base}/slo"/>
<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="{base}/acs" index="0" isDefault="true"/>
</md:SPSSODescriptor></md:EntityDescriptor>""".format(entity=ENTITY, key=key_info, base=base)
open(folder + "/sp.xml", "w", encoding="utf-8").write(METADATA)
IDP = re.search('entityID="([^"]+)"', open(folder + "/idp.xml", encoding="utf-8").read())[1]
outstanding = set()


def provider():
    made = lasso.Server(folder + "/sp.xml", KEY, None, CERTIFICATE)
    made.signatureMethod = lasso.SIGNATURE_METHOD_RSA_SHA256
    made.setEncryptionPrivateKey(KEY)
    made.addProvider(lasso.PROVIDER_ROLE_IDP, folder + "/idp.xml", None, None)
    return made


def lead(site, profile, name):
    """By redirect, or by a page whose form sends itself."""
    if profile.msgBody is None:
        site.lead(profile.msgUrl)
        return
    fields = {name: profile.msgBody, **({"RelayState": profile.msgRelayState} if profile.msgRelayState else {})}
    inputs = "".join('<input type="hidden" name="%s" value="%s">' % (k, html.escape(v)) for k, v in fields.items())
    site.page('<form method="post" action="%s">%s</form>' % (html.escape(profile.msgUrl), inputs))


def values_of(attribute):
    return "|".join("".join(part.content or "" for part in value.any) for value in attribute.attributeValue)


def metadata(site, _fields, _is_post):
    site.page(METADATA, kind="application/samlmetadata+xml")


def inside(site, fields, _is_post):
    found = sessions.get(site.session_key())
    if found:
        site.welcome(found["told"])
        return
    login = lasso.Login(provider())
    login.initAuthnRequest(IDP, POST if fields.get("binding") == "post" else REDIRECT)
    login.request.nameIdPolicy.format = lasso.SAML2_NAME_IDENTIFIER_FORMAT_PERSISTENT
    login.request.nameIdPolicy.allowCreate = True
    login.buildAuthnRequestMsg()
    outstanding.add(login.request.iD)
    lead(site, login, "SAMLRequest")


def acs(site, fields, _is_post):
    login = lasso.Login(provider())
    login.processAuthnResponseMsg(fields["SAMLResponse"])
    login.acceptSso()
    key = login.response.inResponseTo or login.response.iD
    if login.response.inResponseTo:
        outstanding.remove(key)
    statement = login.assertion.attributeStatement[0]
    told = {attribute.name: values_of(attribute) for attribute in statement.attribute}
    told["NAME_ID"] = login.assertion.subject.nameID.content
    sessions[key] = {"told": told, "session": login.session.dump(), "identity": login.identity.dump()}
    site.lead(base + "/in/", key)


def logout_of(key):
    made = lasso.Logout(provider())
    made.setSessionFromDump(sessions[key]["session"])
    made.setIdentityFromDump(sessions[key]["identity"])
    return made


def logout(site, _fields, _is_post):
    leaving = logout_of(site.session_key())
    leaving.initRequest(None, REDIRECT)
    leaving.buildRequestMsg()
    lead(site, leaving, "SAMLRequest")


def slo(site, fields, _is_post):
    key = site.session_key()
    query = urlparse(site.path).query
    if "SAMLResponse" in fields:
        answered = logout_of(key)
        answered.processResponseMsg(query)
        del sessions[key]
        site.left(answered.response.status.statusCode.value)
        return
    asked = logout_of(key)
    asked.processRequestMsg(query)
    asked.validateRequest()
    asked.buildResponseMsg()
    del sessions[key]
    lead(site, asked, "SAMLResponse")


serve({"/metadata": metadata, "/in/": inside, "/acs": acs, "/logout": logout, "/slo": slo})
