import type { FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';

/**
 * Passes every answer through its outward schema. `fastify-type-provider-zod` encodes instead of parsing,
 * which checks each field twice; our outward schemas contain no codec, so the result is the same.
 */
export const serializeAnswers: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(schema.parse(data));
