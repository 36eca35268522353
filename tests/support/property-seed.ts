import fc from 'fast-check';

// A run of all tests gives the same answer twice. `PROPERTY_SEED=$RANDOM npm run test:unit` looks at other values.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20261123) });
