import type { FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';

/** True in tests and development, where every response is checked against its schema. */
const CHECKS_RESPONSES = ['test', 'development'].includes(process.env.NODE_ENV ?? '');

type Copy = (value: unknown) => unknown;

/** Serialises every response, with the fields of its schema and no others. */
export const serializeResponses: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const copy = copierOf(schema);
  return (data) => {
    if (CHECKS_RESPONSES) schema.parse(data);
    return JSON.stringify(copy(data));
  };
};

/**
 * A function that copies from a value what its schema names. Parsing would do the same and check every text, which
 * takes ten times as long. Schemas that must look at a value to know its fields, such as unions, still parse it.
 */
export function copierOf(schema: z.ZodType): Copy {
  const { def } = schema as unknown as { def: Definition };
  const parse: Copy = (value) => schema.parse(value);
  switch (def.type) {
    case 'object': {
      if (def.catchall && def.catchall.def.type !== 'never') return parse;
      const fields = Object.entries(def.shape).map(
        ([name, field]) => [name, copierOf(field)] as const,
      );
      return (value) => {
        if (typeof value !== 'object' || value === null) return parse(value);
        const copied: Record<string, unknown> = {};
        for (const [name, copy] of fields) copied[name] = copy((value as typeof copied)[name]);
        return copied;
      };
    }
    case 'array': {
      const copy = copierOf(def.element);
      return (value) => (Array.isArray(value) ? value.map(copy) : parse(value));
    }
    case 'nullable':
    case 'optional': {
      const copy = copierOf(def.innerType);
      return (value) => (value === null || value === undefined ? value : copy(value));
    }
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return (value) => (typeof value === 'object' ? parse(value) : value);
    default:
      return parse;
  }
}

/** The parts of zod's definitions that are used here. */
type Definition =
  | { type: 'object'; shape: Record<string, z.ZodType>; catchall?: { def: { type: string } } }
  | { type: 'array'; element: z.ZodType }
  | { type: 'nullable' | 'optional'; innerType: z.ZodType }
  | { type: 'string' | 'number' | 'boolean' | 'enum' | 'literal' | 'union' };
