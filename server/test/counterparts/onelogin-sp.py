"""A service provider on python3-saml of OneLogin, for python-sp.test.ts: signed requests, signed and encrypted answers, sign-out both ways."""

import base64
from urllib.parse import urlparse

from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
from onelogin.saml2.settings import OneLogin_Saml2_Settings

from sp_site import base, folder, serve, sessions

BINDINGS = "urn:oasis:names:tc:SAML:2.0:bindings:"
read = lambda name: open(folder + "/" + name, encoding="utf-8").read()
settings = {
    **OneLogin_Saml2_IdPMetadataParser.parse(read("idp.xml")),
    "strict": True,
    "sp": {
        "entityId": base + "/metadata",
        "assertionConsumerService": {"url": base + "/acs", "binding": BINDINGS + "HTTP-POST"},
        "singleLogoutService": {"url": base + "/slo", "binding": BINDINGS + "HTTP-Redirect"},
        "NameIDFormat": "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
        "x509cert": read("cert.pem"),
        "privateKey": read("key.pem"),
    },
    "security": {
        "authnRequestsSigned": True,
        "logoutRequestSigned": True,
        "logoutResponseSigned": True,
        "wantMessagesSigned": True,
        "wantAssertionsSigned": True,
        "requestedAuthnContext": False,
        "signatureAlgorithm": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        "digestAlgorithm": "http://www.w3.org/2001/04/xmlenc#sha256",
    },
}
outstanding = set()


def auth(site, fields, is_post):
    address = urlparse(base)
    return OneLogin_Saml2_Auth(
        {
            "https": "off",
            "http_host": address.netloc,
            "script_name": urlparse(site.path).path,
            "get_data": {} if is_post else fields,
            "post_data": fields if is_post else {},
        },
        settings,
    )


def refuse_errors(made):
    if made.get_errors():
        raise ValueError("%s %s" % (made.get_errors(), made.get_last_error_reason()))


def metadata(site, _fields, _is_post):
    # It names its key for encryption only where it demands encryption; plain assertions are taken all the same.
    told = {**settings, "security": {**settings["security"], "wantAssertionsEncrypted": True}}
    text = OneLogin_Saml2_Settings(told, sp_validation_only=True).get_sp_metadata()
    site.page(text if isinstance(text, str) else text.decode(), kind="application/samlmetadata+xml")


def inside(site, fields, is_post):
    found = sessions.get(site.session_key())
    if found:
        told = {name: "|".join(values) for name, values in found["attributes"].items()}
        site.welcome({**told, "NAME_ID": found["name_id"]})
        return
    made = auth(site, fields, is_post)
    address = made.login(return_to=base + "/in/")
    outstanding.add(made.get_last_request_id())
    site.lead(address)


def acs(site, fields, is_post):
    made = auth(site, fields, is_post)
    # The library compares with the one request it is told of.
    said = base64.b64decode(fields["SAMLResponse"]).decode()
    asked = next((one for one in outstanding if one in said), None)
    made.process_response(request_id=asked)
    refuse_errors(made)
    outstanding.discard(asked)
    key = made.get_last_message_id()
    sessions[key] = {"attributes": made.get_attributes(), "name_id": made.get_nameid(), "index": made.get_session_index()}
    site.lead(base + "/in/", key)


def logout(site, fields, is_post):
    found = sessions[site.session_key()]
    made = auth(site, fields, is_post)
    site.lead(made.logout(return_to=base + "/open/", name_id=found["name_id"], session_index=found["index"]))


def slo(site, fields, is_post):
    made = auth(site, fields, is_post)
    address = made.process_slo(delete_session_cb=lambda: sessions.pop(site.session_key(), None))
    refuse_errors(made)
    if "SAMLResponse" in fields:
        site.left("status:Success")
    else:
        site.lead(address)


serve({"/metadata": metadata, "/in/": inside, "/acs": acs, "/logout": logout, "/slo": slo})
