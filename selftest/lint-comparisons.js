/**
 * Lints comparisons of checks and judgements. An expected value that is made from the actual value can only fail, or passes with nothing
 * compared. A condition that ignores its value judges something else than the failure shows. An empty list does not say what is expected.
 */

/** Matchers that compare a value. */
const matchers = new Set(['toBe', 'toEqual', 'toBeOneOf', 'toBeAtLeast', 'toBeAtMost']);

/** An exchange has a request and a response, which are compared with each other. */
const ofTwoSides = ['exchange'];

const isIdentifier = node => node?.type === 'Identifier';

const isFunction = node =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** Returns the parts of an expression that may read a variable, without called functions and names of fields. */
function partsOf(node) {
  if (Array.isArray(node)) return node;
  return Object.entries(node).flatMap(([name, child]) => {
    const isName = ['property', 'key', 'callee'].includes(name) && !node.computed;
    return name === 'parent' || (isName && isIdentifier(child)) ? [] : child;
  });
}

/** Adds the variables that an expression reads. Globals and parameters of its own functions do not count. */
function addVariables(node, found, isIgnored, own = []) {
  if (typeof node !== 'object' || node === null || node.type?.startsWith('TS')) return;
  if (isIdentifier(node)) {
    if (![...own, ...ofTwoSides].includes(node.name) && !/^[A-Z]/.test(node.name))
      found.add(node.name);
    return;
  }
  const params = new Set(own);
  for (const each of node.params ?? []) addVariables(each, params, () => false);
  for (const each of partsOf(node))
    if (!isIgnored(each, node)) addVariables(each, found, isIgnored, [...params]);
}

function variablesIn(node, isIgnored = () => false) {
  const found = new Set();
  addVariables(node, found, isIgnored);
  return found;
}

/** The actual value is often read from a response by a variable that the expected value reads, too: `read(body, name)`. */
const isArgument = (node, call) =>
  call.type === 'CallExpression' && isIdentifier(node) && call.arguments.includes(node);

export default {
  meta: { name: 'comparisons' },
  rules: {
    'two-values': {
      create: context => ({
        CallExpression(node) {
          const { callee, arguments: given } = node;
          if (callee.type !== 'MemberExpression' || callee.object.type !== 'CallExpression') return;
          const { callee: called, arguments: compared } = callee.object;
          if (called.name !== 'expect') return;
          const matcher = callee.property.name;
          const ofActual = variablesIn(compared[0], isArgument);
          const shared = [...variablesIn(given)].filter(name => ofActual.has(name));
          if (matchers.has(matcher) && shared.length > 0)
            context.report({
              node,
              message: `The expected value is made from ${shared.join(', ')}, as the actual value is.`,
            });
          if (given[0]?.type === 'ArrayExpression' && given[0].elements.length === 0)
            context.report({ node, message: 'An empty list does not say what is expected.' });
          const condition = given.find(isFunction);
          if (matcher === 'toSatisfy' && condition?.params.length === 0)
            context.report({ node: condition, message: 'The condition ignores its value.' });
        },
      }),
    },
  },
};
