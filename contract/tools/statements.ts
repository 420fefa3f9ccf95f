import { inStage, type Statements } from '../../schemas/statement.ts';

const needs = ['GV_AUTOMATION_KEY'] as const;

/** §4.3 Tool details route, §2.10 Tool details. */
export const tools = inStage('independent', {
  'tools.listed': {
    anchor: '§4.3',
    text: 'Each of the 18 listed tools gets 200',
    implied: false,
    needs,
  },
  'tools.fields': {
    anchor: '§2.10',
    text: 'The details of every tool have the fields of §2.10 with the right types',
    implied: false,
    needs,
  },
  'tools.name': {
    anchor: '§1, §4.3',
    text: 'The tool in the response has the requested name',
    implied:
      '§1, §4.3: the path names a tool, and the response has the details of that tool, including its name',
    needs,
  },
  'tools.unlisted': {
    anchor: '§4.3',
    text: 'A tool outside the list is rejected',
    implied: false,
    needs,
  },
  'tools.case': {
    anchor: '§4.3',
    text: 'Whether the name of a tool is accepted in upper case',
    needs,
    observed: true,
  },
  'tools.categories': {
    anchor: '§2.10',
    text: 'Tool categories seen',
    needs,
    observed: true,
  },
  'tools.parameters': {
    anchor: '§4.3',
    text: 'Names of the parameters of the tools',
    needs,
    observed: true,
  },
} as const satisfies Statements);
