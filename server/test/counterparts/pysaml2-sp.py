"""A service provider on pysaml2, for python-sp.test.ts: signed requests, signed and encrypted answers, sign-out both ways."""

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.client import Saml2Client
from saml2.config import SPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import AuthnContextClassRef, NAMEID_FORMAT_PERSISTENT
from saml2.samlp import RequestedAuthnContext

from sp_site import base, folder, serve, sessions

outstanding = {}

config = SPConfig().load(
    {
        "entityid": base + "/metadata",
        "xmlsec_binary": "/usr/bin/xmlsec1",
        "key_file": folder + "/key.pem",
        "cert_file": folder + "/cert.pem",
        "encryption_keypairs": [{"key_file": folder + "/key.pem", "cert_file": folder + "/cert.pem"}],
        "metadata": {"local": [folder + "/idp.xml"]},
        "allow_unknown_attributes": True,
        "accepted_time_diff": 60,
        "service": {
            "sp": {
                "endpoints": {
                    "assertion_consumer_service": [(base + "/acs", BINDING_HTTP_POST)],
                    "single_logout_service": [(base + "/slo", BINDING_HTTP_REDIRECT), (base + "/slo", BINDING_HTTP_POST)],
                },
                "name_id_format": [NAMEID_FORMAT_PERSISTENT],
                "authn_requests_signed": True,
                "logout_requests_signed": True,
                "logout_responses_signed": True,
                "want_response_signed": True,
                "want_assertions_signed": True,
                "allow_unsolicited": False,
                "signing_algorithm": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
                "digest_algorithm": "http://www.w3.org/2001/04/xmlenc#sha256",
            }
        },
    }
)
client = Saml2Client(config)


def binding_of(is_post):
    return BINDING_HTTP_POST if is_post else BINDING_HTTP_REDIRECT


def lead(site, info):
    """As pysaml2 wants a browser to go on: a redirect, or a page with a form."""
    headers = dict(info["headers"])
    if "Location" in headers:
        site.lead(headers["Location"])
    else:
        site.page(info["data"] if isinstance(info["data"], str) else "".join(info["data"]))


def metadata(site, _fields, _is_post):
    site.page(str(entity_descriptor(config)), kind="application/samlmetadata+xml")


def inside(site, fields, _is_post):
    found = sessions.get(site.session_key())
    if found:
        told = {name: "|".join(values) for name, values in found["attributes"].items()}
        site.welcome({**told, "NAME_ID": found["name_id"].text, "CLASS": found["class"], "INSTANT": found["instant"]})
        return
    ask(site, fields)


def again(site, fields, _is_post):
    """Whoever has been here is sent once more, with what is asked of the sign-in."""
    ask(site, fields)


def ask(site, fields):
    wanted = {"force_authn": "true"} if "force" in fields else {}
    if "passive" in fields:
        wanted["is_passive"] = "true"
    if "mfa" in fields:
        mfa = AuthnContextClassRef(text="https://refeds.org/profile/mfa")
        wanted["requested_authn_context"] = RequestedAuthnContext(authn_context_class_ref=[mfa], comparison="exact")
    request, info = client.prepare_for_authenticate(
        relay_state=fields.get("state", ""), binding=binding_of(fields.get("binding") == "post"), **wanted
    )
    outstanding[request] = "/in/"
    lead(site, info)


def acs(site, fields, _is_post):
    answer = client.parse_authn_request_response(fields["SAMLResponse"], BINDING_HTTP_POST, outstanding)
    key = answer.in_response_to
    outstanding.pop(key, None)
    ((told_class, _, instant),) = answer.authn_info()
    sessions[key] = {"attributes": answer.get_identity(), "name_id": answer.name_id, "class": told_class, "instant": instant}
    site.lead(base + "/in/", key)


def logout(site, _fields, _is_post):
    told = client.global_logout(sessions[site.session_key()]["name_id"])
    lead(site, next(iter(told.values()))[1])


def slo(site, fields, is_post):
    key = site.session_key()
    if "SAMLResponse" in fields:
        answer = client.parse_logout_request_response(fields["SAMLResponse"], binding_of(is_post))
        sessions.pop(key, None)
        site.left(answer.response.status.status_code.value)
        return
    found = sessions.pop(key, None)
    lead(site, client.handle_logout_request(
        fields["SAMLRequest"], found and found["name_id"], binding_of(is_post), relay_state=fields.get("RelayState", "")
    ))


serve({"/metadata": metadata, "/in/": inside, "/again": again, "/acs": acs, "/logout": logout, "/slo": slo})
