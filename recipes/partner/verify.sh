#!/bin/sh
# Checks that a certificate is signed by this key and is about the result in the same folder. Needs no part of this suite, only jq, openssl and
# coreutils. Prints what was certified. `gv verify` also checks dates and challenge, and replays the run.
#
#   verify.sh BUNDLE PUBLIC-KEY
set -eu

if [ "$#" -ne 2 ]; then
  echo 'Name the bundle and the public key: verify.sh certificate partner.pem.pub' >&2
  exit 3
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The signature covers the pre-authentication encoding of the payload: https://github.com/secure-systems-lab/dsse
jq -er .payload "$1/attestation.json" | base64 -d >"$work/statement.json"
type=$(jq -er .payloadType "$1/attestation.json")
if [ "$type" != application/vnd.in-toto+json ]; then
  echo "It is not an attestation: $type" >&2
  exit 1
fi
{
  printf 'DSSEv1 %d %s %d ' "${#type}" "$type" "$(wc -c <"$work/statement.json")"
  cat "$work/statement.json"
} >"$work/signed"
jq -er '.signatures[0].sig' "$1/attestation.json" | base64 -d >"$work/signature"
if openssl pkey -pubin -in "$2" -noout -text | grep -q ED25519; then
  openssl pkeyutl -verify -pubin -inkey "$2" -rawin -in "$work/signed" -sigfile "$work/signature"
else
  openssl dgst -sha256 -verify "$2" -signature "$work/signature" "$work/signed"
fi

# Checks that the result is the signed result.
digest=$(jq -er 'if .predicateType == "https://in-toto.io/attestation/test-result/v0.1" then .subject else [] end
  | if length == 1 and .[0].name == "result.json" then .[0].digest.sha256 else empty end' \
  "$work/statement.json") || {
  echo 'The statement is not a test result, or is not only about result.json.' >&2
  exit 1
}
printf '%s  result.json\n' "$digest" | (cd "$1" && sha256sum --check)
jq '.predicate | {result} + (.giftVoucherConformance | {target, features, leftOut, challenge, testedAt, expiresAt})' \
  "$work/statement.json"
