"""What abilities do, as data: `vocabulary` lists what effects may say, `effect` reads them strictly."""
