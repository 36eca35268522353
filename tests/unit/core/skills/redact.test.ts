import { describe, expect, it } from 'vitest';
import { redact } from '#core/skills/retrieval/redact.ts';

describe('redaction', () => {
  it.each([
    ['Write to ada.l+x@mail.example.com.', 'Write to [REDACTED_EMAIL].'],
    ['Call +1 415 555 2671 or +49 (30) 901820 now', 'Call [REDACTED_PHONE] or [REDACTED_PHONE] now'],
    [
      'Call (415) 555-2671, 415-555-2671 or 415.555.2671',
      'Call [REDACTED_PHONE], [REDACTED_PHONE] or [REDACTED_PHONE]',
    ],
    ['Phone: 030 901 820 55.', 'Phone: [REDACTED_PHONE].'],
    ['+14155552671', '[REDACTED_PHONE]'],
    ['Authorization: Bearer abc123def456', 'Authorization: Bearer [REDACTED_TOKEN]'],
    [
      'api_key=a1b2c3d4e5f6 and "password": "hunter2hunter2"',
      'api_key=[REDACTED_TOKEN] and "password": "[REDACTED_TOKEN]"',
    ],
    [
      `ghp_${'a1'.repeat(18)} sk-proj-${'a1b2'.repeat(6)} AKIAIOSFODNN7EXAMPLE`,
      '[REDACTED_TOKEN] [REDACTED_TOKEN] [REDACTED_TOKEN]',
    ],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', '[REDACTED_TOKEN]'],
    ['See https://x.example/a/b?user=7&token=9#top.', 'See https://x.example/a/b#top.'],
    ['(https://me:secret@x.example/p?q=1)', '(https://[REDACTED_TOKEN]@x.example/p)'],
  ])('takes personal data and secrets out of %j (R11.06, R11.07, R11.08, R11.09)', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    'Version 1.22.333.4444 of 2026-11-20T20:03:14Z, step 10, then 11.',
    'Read next_cursor and pageToken; token: next_page_token; cursor=abc123.',
    'Go on with next_cursor=abc123def456 or "cursor": "a1b2c3d4e5f6g7h8".',
    '1. Open 2. Save; step 415 of 5552671.',
    'Use actions/checkout@v4.1.2 and pkg@1.2.3; git@github.com:a/b.git.',
    'Send "Authorization: Bearer <token>", Bearer ${TOKEN} or Bearer authentication.',
    'Ports 127.0.0.1:8080 and 192.168.100.1000; ids 550e8400-e29b-41d4-a716-446655440000.',
    '+3 retries, +100 points, 1,000,000 rows; 20261120200314.',
    'https://x.example/docs/v2/#section stays; password: ask the user.',
    'Mention @ada and #42; a@b is no address.',
  ])('leaves %j alone (R11.11)', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('takes time linear in the text', () => {
    const start = performance.now();
    for (const piece of [
      'a',
      '1 ',
      'a@',
      '+1 ',
      'http://',
      'a.',
      'token=',
      '-----BEGIN PRIVATE KEY-----',
      'Bearer ',
      '(555) ',
      '0 ',
    ])
      redact(piece.repeat(50_000));
    // Quadratic would take minutes; the bound is that wide because machines differ.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
