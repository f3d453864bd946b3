import { expect, it } from 'vitest'
import { computeCertificateSn, computeRootCertificateSn, parseCertificates } from './certificates.ts'

/** Issuer and serial of the test certificate, as openssl prints them. */
const pem = `-----BEGIN CERTIFICATE-----
MIIC3DCCAkWgAwIBAgIMAKGyw9Tl9gcYKTpLMA0GCSqGSIb3DQEBCwUAMIGCMQsw
CQYDVQQGEwJDTjEWMBQGA1UECgwNQW50IEZpbmFuY2lhbDEgMB4GA1UECwwXQ2Vy
dGlmaWNhdGlvbiBBdXRob3JpdHkxOTA3BgNVBAMMMEFudCBGaW5hbmNpYWwgQ2Vy
dGlmaWNhdGlvbiBBdXRob3JpdHkgQ2xhc3MgMiBSMTAgFw0yNjExMjgxMDQ4NDFa
GA8yMTI2MTEwNDEwNDg0MVowgYIxCzAJBgNVBAYTAkNOMRYwFAYDVQQKDA1BbnQg
RmluYW5jaWFsMSAwHgYDVQQLDBdDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTE5MDcG
A1UEAwwwQW50IEZpbmFuY2lhbCBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eSBDbGFz
cyAyIFIxMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDiCdUoykWik03PaVMA
jhA2rmHG0FAu7CYBf7SUEVNf5TGH72F79SPCorFkxHRteQShzgvJE/1NdU1y6eSi
7ThEK8Rm/NtkkwNt/mob23RPnavfIWwKYKxpOGsMo6GI89JeGjnZJPsXm3sZu4JG
x7xnV+NYhdP3oUTfEgqqz9ExfQIDAQABo1MwUTAdBgNVHQ4EFgQUsUo0/HDTSyc2
bXve8fZT56rqSk8wHwYDVR0jBBgwFoAUsUo0/HDTSyc2bXve8fZT56rqSk8wDwYD
VR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOBgQASSgDPG3h/WtqlgP2rvyOe
0JHEFMI+LmacHnXdbPHi4qlrItOa4ZlpS5ejyFW+0tBypR3GgPGGew5J49kj50kx
y6aiiaFJINy0Y0swQuzCCZTguCXHYeFYQfdPkIN9GfHYimG8HLzCgb9tk8Od4RmK
riNr4G0pYoldCMwASkxZVg==
-----END CERTIFICATE-----
`

it('computes a certificate number as MD5 of the issuer, last part first, and the decimal serial', () => {
  const certificates = parseCertificates(`words around it\r\n${pem.replaceAll('\n', '\r\n')}\n${pem}`)
  expect(certificates.map(computeCertificateSn)).toEqual([
    '4bd41201b0367f1616075ba6779b0713',
    '4bd41201b0367f1616075ba6779b0713',
  ])
  expect(computeRootCertificateSn(certificates)).toBe(
    '4bd41201b0367f1616075ba6779b0713_4bd41201b0367f1616075ba6779b0713',
  )
})

it('refuses a text without a readable certificate', () => {
  const broken = pem.replace('MIIC', 'AAAA')
  for (const text of ['', 'x', broken]) expect(() => parseCertificates(text)).toThrow('no certificate')
  expect(parseCertificates(broken + pem)).toHaveLength(1)
})
