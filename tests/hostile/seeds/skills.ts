import type { DocumentFormat } from '../mutate/document.ts';

/** A skill as each format writes it, by file name. */
export const skillFiles: Readonly<Record<string, { readonly format: DocumentFormat; readonly text: string }>> = {
  'refund.skill.yaml': {
    format: 'yaml',
    text: `name: pack.house.refund
title: Refund a late parcel
trigger: A customer wants money back because a parcel came late.
task_type: api
tags: [refund, parcel]
preconditions: ["The order is known."]
steps:
  - Find the order with orders.get.
  - Pay back with orders.refund.
failure_modes: ["The order is unknown: ask for its number."]
`,
  },
  'greet.skill.md': {
    format: 'front-matter',
    text: `---
name: pack.house.greet
title: Greet
trigger: Somebody says hello.
tags: [greeting]
---
# Greet

## Steps
1. Say hello with slack.send_message.
2. Ask what they need.

## If it goes wrong
- Say so to help@example.com.
`,
  },
  'read.skill.json': {
    format: 'json',
    text: `${JSON.stringify({ name: 'pack.house.read', title: 'Read', trigger: 'Read a file.', steps: ['Use files.read.'], tags: ['files'] }, null, 2)}\n`,
  },
  'more.skill.jsonl': {
    format: 'jsonl',
    text: `${JSON.stringify({ name: 'pack.house.one', trigger: 'One.', steps: ['First.'] })}\n${JSON.stringify({ name: 'pack.house.two', trigger: 'Two.', steps: ['Second.'] })}\n`,
  },
};

/** A folder with a `SKILL.md`, as agents keep them. */
export const skillFolder = `---
name: write-reports
description: Writes a report. Use when somebody asks for numbers in words.
license: MIT
allowed-tools: Read Write
metadata: {author: house, version: "1"}
---
# Write reports

1. Read the numbers.
2. Write the report.
`;
