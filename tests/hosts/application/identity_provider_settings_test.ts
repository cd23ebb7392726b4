import assert from "node:assert/strict";
import { readSettings } from "../../../hosts/application/settings.ts";

const VALID = {
  TCK_OIDC_ISSUER: "https://login.example.com/tenant",
  TCK_OIDC_CLIENT_ID: "tck",
  TCK_APP_URL: "https://app.example.com/",
};

Deno.test("the settings of an identity provider have their defaults", () => {
  const { identityProvider } = readSettings(VALID);
  assert.deepEqual({ ...identityProvider, issuer: identityProvider!.issuer.href }, {
    issuer: "https://login.example.com/tenant",
    clientId: "tck",
    clientSecret: null,
    scope: "openid",
    userClaim: "sub",
    appUrl: "https://app.example.com",
  });
  assert.equal(readSettings({}).identityProvider, undefined);
});

Deno.test("an incomplete or unsafe identity provider is rejected with the name of its setting", () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ TCK_OIDC_CLIENT_ID: "" }, /TCK_OIDC_ISSUER: set TCK_OIDC_CLIENT_ID/],
    [{ TCK_APP_URL: "" }, /TCK_OIDC_ISSUER: set TCK_APP_URL/],
    [{ TCK_AUTH_JWKS_URL: "https://login.example.com/keys" }, /TCK_OIDC_ISSUER: TCK_AUTH_JWKS_URL is set/],
    [{ TCK_OIDC_ISSUER: "http://login.example.com" }, /TCK_OIDC_ISSUER: expected https/],
    [{ TCK_OIDC_SCOPE: "email" }, /TCK_OIDC_SCOPE "email": it must contain openid/],
    [{ TCK_SERVICE_WORKER: "no" }, /TCK_SERVICE_WORKER "no": expected on or off/],
  ];
  for (const [change, message] of cases) {
    assert.throws(() => readSettings({ ...VALID, ...change }), message);
  }
  assert.ok(readSettings({ ...VALID, TCK_OIDC_ISSUER: "http://127.0.0.1:9000" }).identityProvider);
});
