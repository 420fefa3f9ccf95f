/** Parses Markdown with a third-party parser, for tests. */
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const extensions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Parses GitHub's Markdown. */
export const parsed = (text: string) => fromMarkdown(text, extensions);

/** Lists a node and all nodes in it. */
export const nodesOf = (node: Nodes): Nodes[] => [
  node,
  ...('children' in node ? node.children.flatMap(nodesOf) : []),
];

/** Returns the text of a node without its markup. */
export const plain = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(plain).join('') : '';
